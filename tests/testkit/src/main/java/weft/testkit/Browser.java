// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Opens a page in a real browser, for tests of reports: headless Chromium, controlled by
/// `chromedriver`. Both must be on the `PATH`.
///
/// It records every script error and every request for anything but the page itself: see
/// [Browser#problems()]. [Browser#close()] removes the browser and its files.
public final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          // WebGL by the processor. It is unsafe for pages of strangers only.
          "--enable-unsafe-swiftshader",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--disable-dev-shm-usage",
          "--hide-scrollbars",
          "--window-size=1200,900");

  /// URL schemes that need no network and no file.
  private static final Set<String> LOCAL = Set.of("data", "blob", "about");

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// The field in which WebDriver names an element.
  private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

  private static final String PORT = "started successfully on port ";

  private final Process driver;
  private final Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;
  private final String session;
  private String page = "";
  private final List<String> problems = new ArrayList<>();

  private Browser(Process driver, Path folder, String base, String session) {
    this.driver = driver;
    this.folder = folder;
    this.base = base;
    this.session = session;
  }

  /// The reason why no browser can be started here, as a sentence for a skipped test; empty if one
  /// can.
  public static Optional<String> missing() {
    if (find(NAMES).isEmpty()) {
      return Optional.of("no browser is installed here: Debian has it in the package chromium");
    }
    if (find(List.of("chromedriver")).isEmpty()) {
      return Optional.of(
          "no chromedriver is installed here: Debian has it in the package chromium-driver");
    }
    return Optional.empty();
  }

  /// The first executable file on the `PATH` that has one of `names`.
  static Optional<Path> find(List<String> names) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return names.stream()
        .flatMap(name -> Stream.of(path.split(":")).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Starts a browser.
  ///
  /// @throws IllegalStateException if none is installed, see [#missing()]
  public static Browser start() throws IOException, InterruptedException {
    Optional<String> missing = missing();
    if (missing.isPresent()) {
      throw new IllegalStateException(missing.get());
    }
    Path folder = Files.createTempDirectory("weft-browser-");
    Process driver =
        new ProcessBuilder(find(List.of("chromedriver")).orElseThrow().toString(), "--port=0")
            .redirectErrorStream(true)
            .start();
    String base = "http://127.0.0.1:" + port(driver);
    var flags = new ArrayList<>(FLAGS);
    flags.add("--user-data-dir=" + folder);
    String options =
        "{\"binary\":"
            + quoted(find(NAMES).orElseThrow().toString())
            + ",\"args\":["
            + String.join(",", flags.stream().map(Browser::quoted).toList())
            + "]}";
    var started = new Browser(driver, folder, base, "");
    try {
      String answer =
          started.post(
              "/session",
              "{\"capabilities\":{\"alwaysMatch\":{\"goog:chromeOptions\":"
                  + options
                  + ",\"goog:loggingPrefs\":{\"browser\":\"ALL\",\"performance\":\"ALL\"}}}}");
      return new Browser(driver, folder, base, field("sessionId", answer));
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private static String port(Process driver) throws IOException {
    var out = new BufferedReader(new InputStreamReader(driver.getInputStream(), UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      int at = line.indexOf(PORT);
      if (at >= 0) {
        // Its later output must not fill the pipe.
        Thread.ofVirtual().start(() -> out.lines().forEach(rest -> {}));
        return line.substring(at + PORT.length()).replaceAll("\\D.*", "");
      }
    }
    throw new IOException("chromedriver ended before it listened");
  }

  /// Opens a page and waits until it is ready, which it shows by `data-ready` of its root element.
  ///
  /// @return the milliseconds from the start of the load until then, as measured by the page
  public long open(Path file) throws InterruptedException {
    page = file.toUri().toString().replaceFirst("^file:/(?!/)", "file:///");
    post("/session/" + session + "/url", "{\"url\":" + quoted(page) + "}");
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      String ready = eval("return document.documentElement.dataset.ready || ''");
      if (!ready.isEmpty()) {
        return Long.parseLong(ready);
      }
      Thread.sleep(20);
    }
    throw new AssertionError("the page " + file + " was not ready in time: " + problems());
  }

  /// Runs a script in the page.
  ///
  /// @param script the body of a function, whose result is converted to a string
  public String eval(String script) {
    return field(
        "value",
        post(
            "/session/" + session + "/execute/sync",
            "{\"script\":"
                + quoted("return String((() => {" + script + "})())")
                + ",\"args\":[]}"));
  }

  /// Types into an element as a user would, after giving it the focus.
  ///
  /// @param selector a CSS selector
  /// @param keys text, and keys as WebDriver encodes them: `\uE007` is Enter, `\uE004` Tab
  public void type(String selector, String keys) {
    String element =
        field(
            ELEMENT,
            post(
                "/session/" + session + "/element",
                "{\"using\":\"css selector\",\"value\":" + quoted(selector) + "}"));
    post(
        "/session/" + session + "/element/" + element + "/value",
        "{\"text\":" + quoted(keys) + "}");
  }

  /// Sends a command of the DevTools protocol to the browser.
  ///
  /// @param parameters as JSON
  public String command(String name, String parameters) {
    return post(
        "/session/" + session + "/goog/cdp/execute",
        "{\"cmd\":" + quoted(name) + ",\"params\":" + parameters + "}");
  }

  /// Takes a screenshot of the window.
  public void screenshot(Path png) throws IOException {
    String answer = get("/session/" + session + "/screenshot");
    Files.write(png, Base64.getDecoder().decode(field("value", answer)));
  }

  /// The problems since the browser started: script errors, warnings of the browser, and requests
  /// for anything but the page.
  public List<String> problems() {
    for (String message : fields("message", log("browser"))) {
      // What a driver notes about speed is no fault of the page.
      if (!message.contains("GL Driver Message (OpenGL, Performance")) {
        problems.add(message);
      }
    }
    for (String event : fields("message", log("performance"))) {
      if (event.contains("\"Network.requestWillBeSent\"")) {
        String url = field("url", event.substring(event.indexOf("\"request\":")));
        // The first page of a browser, chrome://new-tab-page and its frames, asks for things of its
        // own, early or late: they are not the report's.
        boolean browsers = field("documentURL", event).startsWith("chrome");
        if (!browsers && !url.equals(page) && !LOCAL.contains(url.replaceFirst(":.*", ""))) {
          problems.add("a request for " + url);
        }
      }
    }
    return List.copyOf(problems);
  }

  private String log(String type) {
    return post("/session/" + session + "/se/log", "{\"type\":\"" + type + "\"}");
  }

  @Override
  public void close() {
    try {
      if (!session.isEmpty()) {
        send(HttpRequest.newBuilder(URI.create(base + "/session/" + session)).DELETE());
      }
    } finally {
      List<ProcessHandle> all =
          Stream.concat(driver.descendants(), Stream.of(driver.toHandle())).toList();
      all.forEach(ProcessHandle::destroyForcibly);
      all.forEach(process -> process.onExit().join());
      http.close();
      delete(folder);
    }
  }

  /// The browser's last process may still write shortly after its parent has ended.
  private static void delete(Path folder) {
    for (int tries = 0; Files.exists(folder); tries++) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (IOException | UncheckedIOException e) {
        if (tries == 20) {
          throw new IllegalStateException(
              "the browser's files could not be removed from " + folder, e);
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String post(String path, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private String get(String path) {
    return send(HttpRequest.newBuilder(URI.create(base + path)).GET());
  }

  private String send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer =
          http.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(
            "the browser reports: " + String.join(": ", fields("message", answer.body())));
      }
      return answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException("the browser does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the browser worked", e);
    }
  }

  private static String field(String name, String json) {
    List<String> found = fields(name, json);
    if (found.isEmpty()) {
      throw new IllegalStateException("the browser answered " + json);
    }
    return found.getFirst();
  }

  /// The string values of all fields with one name. It parses by hand, so that the test kit needs
  /// no library for the few answers of a browser.
  private static List<String> fields(String name, String json) {
    var found = new ArrayList<String>();
    String begin = "\"" + name + "\":\"";
    for (int at = json.indexOf(begin); at >= 0; at = json.indexOf(begin, at)) {
      int from = at + begin.length();
      int end = from;
      while (json.charAt(end) != '"') {
        end += json.charAt(end) == '\\' ? 2 : 1;
      }
      found.add(unescaped(json.substring(from, end)));
      at = end;
    }
    return found;
  }

  private static String quoted(String text) {
    var result = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        result.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        result.append(String.format("\\u%04x", (int) c));
      } else {
        result.append(c);
      }
    }
    return result.append('"').toString();
  }

  private static String unescaped(String text) {
    var result = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        result.append(c);
        continue;
      }
      char kind = text.charAt(++i);
      switch (kind) {
        case 'n' -> result.append('\n');
        case 't' -> result.append('\t');
        case 'r' -> result.append('\r');
        case 'b' -> result.append('\b');
        case 'f' -> result.append('\f');
        case 'u' -> {
          result.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> result.append(kind);
      }
    }
    return result.toString();
  }
}
