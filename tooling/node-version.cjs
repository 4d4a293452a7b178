// only syntax of Node 4, so that an old Node prints the message
var needed = [22, 19]
var found = process.versions.node.split(".").map(Number)

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  var script = process.env.npm_lifecycle_event || "demo"
  var minimum = needed.join(".")
  var command = "npx -y -p node@24 -p pnpm@12 pnpm " + script
  console.error("Node " + process.versions.node + " is too old; " + minimum + " or newer is required. Run: " + command)
  process.exit(1)
}
