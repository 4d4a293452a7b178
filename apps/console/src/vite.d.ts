/** The address of a file of the bundle. */
declare module "*?url" {
  const address: string
  export default address
}
