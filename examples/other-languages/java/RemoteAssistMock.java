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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Starts the emulator of the remote-assistance service with a test suite and ends it with the suite. */
public final class RemoteAssistMock implements AutoCloseable {
  public final String url;
  public final Map<String, String> settings = new HashMap<>();
  /** Trusts the certificate of --tls; also for clients of the service. */
  public final SSLContext sslContext;
  private final HttpClient client;
  private final Process process;
  private final String token;
  private final AtomicInteger tenants = new AtomicInteger();

  /** Runs the command REMOTE_ASSIST_MOCK, or the image REMOTE_ASSIST_MOCK_IMAGE with docker. */
  public RemoteAssistMock(String... arguments) throws IOException, InterruptedException {
    var program = System.getenv().getOrDefault("REMOTE_ASSIST_MOCK", "npx remote-assist-mock");
    var image = System.getenv("REMOTE_ASSIST_MOCK_IMAGE");
    var port = image == null ? 0 : freePort();
    var command = new ArrayList<>(image == null
        ? List.of(program.trim().split("\\s+"))
        : List.of("docker", "run", "--rm", "-i", "-p", "127.0.0.1:" + port + ":" + port, image, "--control-token", "local"));
    command.addAll(List.of("--port", String.valueOf(port), "--banner", "json", "--until-stdin-closes"));
    command.addAll(List.of(arguments));
    var variable = System.getenv().getOrDefault("REMOTE_ASSIST_MOCK_CONTROL_TOKEN", "");
    var tokens = Pattern.compile("--control-token[= ](\\S+)")
        .matcher(String.join(" ", command) + " --control-token " + variable);
    token = tokens.find() ? tokens.group(1) : null;
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    // for suites that do not close it; it also ends when its standard input closes, even if this process is killed
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    var output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    var inAMinute = CompletableFuture.delayedExecutor(60, TimeUnit.SECONDS);
    var late = CompletableFuture.runAsync(process::destroyForcibly, inAMinute);
    var line = output.readLine();
    late.cancel(false);
    if (line == null || !line.startsWith("{")) {
      close();
      throw new IOException(String.join(" ", command) + " did not start the emulator; see standard error");
    }
    // a JSON object of strings without quotes
    var setting = Pattern.compile("\"(\\w+)\":\"([^\"]*)\"").matcher(line);
    while (setting.find()) settings.put(setting.group(1), setting.group(2));
    url = image == null ? settings.get("REMOTE_ASSIST_MOCK_URL") : "http://127.0.0.1:" + port;
    sslContext = trusting(settings.get("NODE_EXTRA_CA_CERTS"));
    // the emulator is local, so proxies are ignored
    client = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).sslContext(sslContext).build();
    new Tenant("default").control("GET", "/health", null);
  }

  private static SSLContext trusting(String file) throws IOException {
    try {
      if (file == null) return SSLContext.getDefault();
      var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      try (var input = Files.newInputStream(Path.of(file))) {
        for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(input))
          trusted.setCertificateEntry("certificate-" + trusted.size(), certificate);
      }
      var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      var context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException error) {
      throw new IOException("The certificate of " + file + " cannot be trusted", error);
    }
  }

  private static int freePort() throws IOException {
    try (var probe = new ServerSocket(0)) {
      return probe.getLocalPort();
    }
  }

  /** Creates a tenant with its own worlds, clock, outbox and faults, until it is closed. */
  public Tenant tenant() {
    return new Tenant("test-" + ProcessHandle.current().pid() + "-" + tenants.incrementAndGet());
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroyForcibly();
  }

  /** The tenant of one test. Its addresses contain its name, so clients need no header. */
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

    /** Sends a request to the control plane, such as control("POST", "/clock", "{\"advance\":\"31 days\"}"), and returns JSON. */
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

    /** Moves the clock by a duration such as "31 days". */
    public void advance(String time) throws IOException, InterruptedException {
      control("POST", "/clock", "{\"advance\":\"" + time + "\"}");
    }

    /** Stops the clock at a date-time. */
    public void freeze(String at) throws IOException, InterruptedException {
      control("POST", "/clock", "{\"set\":\"" + at + "\",\"scale\":0}");
    }

    /** Creates a fault from JSON. */
    public void fault(String fault) throws IOException, InterruptedException {
      control("POST", "/faults", fault);
    }

    /** Waits up to 5 seconds for the first e-mail to an address with an id above {@code after}, and returns its JSON. */
    public String waitForMail(String to, int after) throws IOException, InterruptedException {
      var address = URLEncoder.encode(to, StandardCharsets.UTF_8);
      return control("GET", "/outbox/wait?to=" + address + "&after=" + after, null);
    }

    /** Returns the JSON of the requests, newest last. */
    public String journal() throws IOException, InterruptedException {
      return control("GET", "/journal", null);
    }

    @Override
    public void close() throws IOException, InterruptedException {
      control("DELETE", "/tenants/" + name, null);
    }
  }
}
