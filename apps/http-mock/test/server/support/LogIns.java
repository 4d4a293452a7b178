import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;

/** Logs in a hundred times, with bodies by length and in chunks, and counts the statuses. */
class LogIns {
  public static void main(String[] args) throws Exception {
    byte[] body = "{\"email\":\"ada@example.com\",\"password\":\"correct-horse\"}".getBytes();
    Map<Integer, Integer> statuses = new TreeMap<>();
    for (int turn = 0; turn < 100; turn++) {
      HttpRequest.BodyPublisher publisher = turn % 2 == 0
        ? HttpRequest.BodyPublishers.ofByteArray(body)
        : HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
      HttpRequest request = HttpRequest.newBuilder(URI.create(args[0] + "/us/api/v1r1/auth"))
        .header("x-service-api-key", "demo-api-key")
        .header("content-type", "application/json")
        .POST(publisher)
        .build();
      // a client of its own each time: each begins with an upgrade
      HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      statuses.merge(answer.statusCode(), 1, Integer::sum);
    }
    statuses.forEach((status, count) -> System.out.println(status + "=" + count));
  }
}
