import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** In JUnit, each of these is a @Test; create the emulator in @BeforeAll and close it in @AfterAll. */
final class LogInTest {
  private static final HttpClient client = HttpClient.newHttpClient();
  private final RemoteAssistMock emulator;

  private LogInTest(RemoteAssistMock emulator) {
    this.emulator = emulator;
  }

  private HttpResponse<String> send(String method, String url, String body, String token)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url))
        .header(emulator.settings.get("REMOTE_ASSIST_API_KEY_HEADER"), emulator.settings.get("REMOTE_ASSIST_API_KEY"))
        .header("content-type", "application/json")
        .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (token != null) request.header("authorization", token);
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> logIn(RemoteAssistMock.Tenant tenant) throws IOException, InterruptedException {
    var credentials = "{\"email\":\"%s\",\"password\":\"%s\"}".formatted(
        emulator.settings.get("REMOTE_ASSIST_EMAIL"), emulator.settings.get("REMOTE_ASSIST_PASSWORD"));
    return send("POST", tenant.us + "/api/v1r1/auth", credentials, null);
  }

  private static void equal(Object actual, Object expected) {
    if (!actual.equals(expected)) throw new AssertionError(actual + " instead of " + expected);
  }

  void aTokenExpires() throws Exception {
    try (var tenant = emulator.tenant()) {
      var token = logIn(tenant).body().replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
      tenant.advance("31 days");
      equal(send("GET", tenant.us + "/api/v1r1/enterprise/users", "", token).statusCode(), 400);
    }
  }

  void theServiceIsBusyOnce() throws Exception {
    try (var tenant = emulator.tenant()) {
      tenant.fault("{\"operations\":[\"*\"],\"does\":{\"kind\":\"status\",\"status\":503},\"when\":{\"first\":1}}");
      equal(logIn(tenant).statusCode(), 503);
      equal(logIn(tenant).statusCode(), 200);
    }
  }

  void waitsForAnEMail() throws Exception {
    try (var tenant = emulator.tenant()) {
      tenant.freeze("2030-01-01T00:00:00Z");
      send("POST", tenant.us + "/api/v1/register/resend_confirmation?email=new%40example.com", "", null);
      var mail = tenant.waitForMail("new@example.com", 2);
      equal(mail.contains("\"at\":\"2030-01-01T00:00:00.000Z\""), true);
    }
  }

  public static void main(String[] arguments) throws Exception {
    try (var emulator = new RemoteAssistMock("--seed", "users=100")) {
      var test = new LogInTest(emulator);
      test.aTokenExpires();
      test.theServiceIsBusyOnce();
      test.waitsForAnEMail();
    }
    System.out.println("3 passed");
  }
}
