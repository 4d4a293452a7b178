import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** The emulator of the remote-assistance service, for tests: it starts with them and ends with them. */
public final class RemoteAssistMock implements AutoCloseable {
  // on this machine, whatever proxy there is
  private static final HttpClient client = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();

  public final String url;
  public final Map<String, String> settings = new HashMap<>();
  private final Process process;
  private final String token;
  private final AtomicInteger tenants = new AtomicInteger();

  /** Runs the command REMOTE_ASSIST_MOCK, or the image REMOTE_ASSIST_MOCK_IMAGE with docker. */
  public RemoteAssistMock(String... arguments) throws IOException, InterruptedException {
    var given = System.getenv().getOrDefault("REMOTE_ASSIST_MOCK", "npx remote-assist-mock");
    var image = System.getenv("REMOTE_ASSIST_MOCK_IMAGE");
    var port = image == null ? 0 : freePort();
    token = image == null ? null : "local";
    var command = new ArrayList<>(image == null
        ? List.of(given.trim().split("\\s+"))
        : List.of("docker", "run", "--rm", "-i", "-p", "127.0.0.1:" + port + ":" + port, image, "--control-token", token));
    command.addAll(List.of("--port", String.valueOf(port), "--banner", "json", "--until-stdin-closes"));
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    // where nobody closes it; it ends with its input too, also when this process is killed
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    var output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    var late = new Thread(() -> {
      try {
        Thread.sleep(60_000);
        process.destroyForcibly();
      } catch (InterruptedException started) {
        // in time
      }
    });
    late.setDaemon(true);
    late.start();
    var line = output.readLine();
    late.interrupt();
    if (line == null || !line.startsWith("{")) {
      close();
      throw new IOException(String.join(" ", command) + " started no emulator; what it said is on standard error");
    }
    // an object of texts, none of which has a quote in it
    var setting = Pattern.compile("\"(\\w+)\":\"([^\"]*)\"").matcher(line);
    while (setting.find()) settings.put(setting.group(1), setting.group(2));
    url = image == null ? settings.get("REMOTE_ASSIST_MOCK_URL") : "http://127.0.0.1:" + port;
    new Tenant("default").control("GET", "/health", null);
  }

  private static int freePort() throws IOException {
    try (var taken = new ServerSocket(0)) {
      return taken.getLocalPort();
    }
  }

  /** Worlds, a clock, an outbox and faults of its own, until it is closed. */
  public Tenant tenant() {
    return new Tenant("test-" + ProcessHandle.current().pid() + "-" + tenants.incrementAndGet());
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroyForcibly();
  }

  /** What one test sees of the emulator; addresses begin with its name, so that clients need no header. */
  public final class Tenant implements AutoCloseable {
    public final String name;
    public final String us;
    public final String eu;
    private final String base;

    private Tenant(String name) {
      this.name = name;
      base = url + "/t/" + name;
      us = base + "/us";
      eu = base + "/eu";
    }

    /** Asks the control plane, such as control("POST", "/clock", "{\"advance\":\"31 days\"}"), and yields JSON. */
    public String control(String method, String path, String body) throws IOException, InterruptedException {
      var content = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
      var request = HttpRequest.newBuilder(URI.create(base + "/__mock" + path))
          .timeout(Duration.ofSeconds(70))
          .method(method, content);
      if (token != null) request.header("authorization", "Bearer " + token);
      var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() >= 300)
        throw new IOException(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
      return answer.body();
    }

    /** Moves the clock on, by text such as "31 days". */
    public void advance(String time) throws IOException, InterruptedException {
      control("POST", "/clock", "{\"advance\":\"" + time + "\"}");
    }

    /** Has the clock stand still at a date-time. */
    public void freeze(String at) throws IOException, InterruptedException {
      control("POST", "/clock", "{\"set\":\"" + at + "\",\"scale\":0}");
    }

    /** Makes requests fail, by the JSON of a fault. */
    public void fault(String fault) throws IOException, InterruptedException {
      control("POST", "/faults", fault);
    }

    /** The JSON of the first e-mail to somebody after that of an id, there already or still to come within 5 seconds. */
    public String waitForMail(String to, int after) throws IOException, InterruptedException {
      var address = URLEncoder.encode(to, StandardCharsets.UTF_8);
      return control("GET", "/outbox/wait?to=" + address + "&after=" + after, null);
    }

    /** The JSON of the requests, the newest last. */
    public String journal() throws IOException, InterruptedException {
      return control("GET", "/journal", null);
    }

    @Override
    public void close() throws IOException, InterruptedException {
      control("DELETE", "/tenants/" + name, null);
    }
  }
}
