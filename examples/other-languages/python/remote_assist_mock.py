"""Starts the emulator of the remote-assistance service with a test suite and ends it with the suite."""

import itertools
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Emulator:
    """Runs the command REMOTE_ASSIST_MOCK, or the image REMOTE_ASSIST_MOCK_IMAGE with docker, until it is closed."""

    def __init__(self, *args, start_timeout=60):
        image = os.environ.get("REMOTE_ASSIST_MOCK_IMAGE")
        if image:
            port = _free_port()
            command = ["docker", "run", "--rm", "-i", "-p", f"127.0.0.1:{port}:{port}", image]
            command += ["--port", str(port), "--control-token", "local"]
        else:
            command = shlex.split(os.environ.get("REMOTE_ASSIST_MOCK", "npx remote-assist-mock")) + ["--port", "0"]
        command[0] = shutil.which(command[0]) or command[0]
        command += ["--banner", "json", "--until-stdin-closes", *args]
        flags = [*command, "--control-token", os.environ.get("REMOTE_ASSIST_MOCK_CONTROL_TOKEN", "")]
        token = re.search(r"--control-token[= ](\S+)", " ".join(flags))
        self._headers = {"authorization": f"Bearer {token[1]}"} if token else {}
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        late = threading.Timer(start_timeout, self._process.kill)
        late.start()
        line = self._process.stdout.readline()
        late.cancel()
        if not line.startswith("{"):
            self.close()
            raise RuntimeError(f"{shlex.join(command)} did not start the emulator; see standard error")
        self.settings = json.loads(line)
        self.url = f"http://127.0.0.1:{port}" if image else self.settings["REMOTE_ASSIST_MOCK_URL"]
        # trusts the certificate of --tls; also for the context of urlopen
        self.ssl_context = ssl.create_default_context(cafile=self.settings.get("NODE_EXTRA_CA_CERTS"))
        # the emulator is local, so proxies are ignored; also by the app under test
        names, host = ("NO_PROXY", "no_proxy"), urllib.parse.urlsplit(self.url).netloc.rpartition(":")[0]
        hosts = ",".join([*(os.environ.get(name, "") for name in names), host, host.strip("[]")]).split(",")
        hosts = "*" if "*" in hosts else ",".join(dict.fromkeys(filter(None, hosts)))
        os.environ.update(dict.fromkeys(names, hosts))
        handlers = urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=self.ssl_context)
        self._open = urllib.request.build_opener(*handlers).open
        self._tenants = itertools.count(1)
        Tenant(self, "default").control("GET", "/health")

    def tenant(self):
        """Creates a tenant with its own worlds, clock, outbox and faults."""
        return Tenant(self, f"test-{os.getpid()}-{next(self._tenants)}")

    def close(self):
        # the emulator ends when its standard input closes, also if this process is killed
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Tenant:
    """The tenant of one test. Its addresses contain its name, so clients need no header."""

    def __init__(self, emulator, name):
        self._emulator, self.name = emulator, name
        self.url = f"{emulator.url}/t/{name}"
        self.us, self.eu = f"{self.url}/us", f"{self.url}/eu"
        settings = emulator.settings
        self.api_key, self.api_key_header = settings["REMOTE_ASSIST_API_KEY"], settings["REMOTE_ASSIST_API_KEY_HEADER"]
        self.email, self.password = settings["REMOTE_ASSIST_EMAIL"], settings["REMOTE_ASSIST_PASSWORD"]

    def control(self, method, path, body=None, timeout=70):
        """Sends a request to the control plane, such as control("POST", "/faults", {...})."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/__mock{path}", data, self._emulator._headers, method=method)
        try:
            with self._emulator._open(request, timeout=timeout) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            raise RuntimeError(f"{method} {path}: {refused.code} {refused.read().decode()}") from None

    def advance(self, time):
        """Moves the clock by a duration such as "31 days"."""
        return self.control("POST", "/clock", {"advance": time})

    def freeze(self, at):
        """Stops the clock at a date-time."""
        return self.control("POST", "/clock", {"set": at, "scale": 0})

    def wait_for_mail(self, **query):
        """Waits for the first e-mail that matches to, kind, region and after; timeout limits the wait."""
        return self.control("GET", f"/outbox/wait?{urllib.parse.urlencode(query)}")

    def fault(self, **fault):
        return self.control("POST", "/faults", fault)

    def journal(self):
        return self.control("GET", "/journal")

    def drop(self):
        return self.control("DELETE", f"/tenants/{self.name}")
