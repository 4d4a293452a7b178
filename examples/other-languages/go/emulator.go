// Package remoteassistmock starts the emulator of the remote-assistance service with a test suite and ends it with the suite.
package remoteassistmock

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync/atomic"
	"time"
)

// Emulator runs until it is closed or the test program ends.
type Emulator struct {
	URL      string
	Settings map[string]string
	// TLS trusts the certificate of --tls; also for clients of the service
	TLS     *tls.Config
	client  *http.Client
	token   string
	command *exec.Cmd
	input   io.Closer
	ended   chan error
	tenants atomic.Int64
}

var tokenFlag = regexp.MustCompile(`--control-token[= ](\S+)`)

func freePort() (int, error) {
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer probe.Close()
	return probe.Addr().(*net.TCPAddr).Port, nil
}

// Start runs the command REMOTE_ASSIST_MOCK, or the image REMOTE_ASSIST_MOCK_IMAGE with docker.
func Start(args ...string) (*Emulator, error) {
	emulator := &Emulator{ended: make(chan error, 1)}
	words := strings.Fields(os.Getenv("REMOTE_ASSIST_MOCK"))
	if len(words) == 0 {
		words = []string{"npx", "remote-assist-mock"}
	}
	port, image := 0, os.Getenv("REMOTE_ASSIST_MOCK_IMAGE")
	if image != "" {
		var err error
		if port, err = freePort(); err != nil {
			return nil, err
		}
		words = []string{"docker", "run", "--rm", "-i", "-p", fmt.Sprintf("127.0.0.1:%d:%d", port, port), image,
			"--control-token", "local"}
	}
	words = append(words, "--port", fmt.Sprint(port), "--banner", "json", "--until-stdin-closes")
	words = append(words, args...)
	flags := append(words, "--control-token", os.Getenv("REMOTE_ASSIST_MOCK_CONTROL_TOKEN"))
	if token := tokenFlag.FindStringSubmatch(strings.Join(flags, " ")); token != nil {
		emulator.token = token[1]
	}
	emulator.command = exec.Command(words[0], words[1:]...)
	emulator.command.Stderr = os.Stderr
	input, err := emulator.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	emulator.input = input
	output, err := emulator.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := emulator.command.Start(); err != nil {
		return nil, err
	}
	late := time.AfterFunc(time.Minute, func() { emulator.command.Process.Kill() })
	line, _ := bufio.NewReader(output).ReadBytes('\n')
	late.Stop()
	go func() {
		io.Copy(io.Discard, output)
		emulator.ended <- emulator.command.Wait()
	}()
	if err := json.Unmarshal(line, &emulator.Settings); err != nil {
		emulator.Close()
		return nil, fmt.Errorf("%s did not start the emulator; see standard error", strings.Join(words, " "))
	}
	emulator.URL = emulator.Settings["REMOTE_ASSIST_MOCK_URL"]
	if image != "" {
		emulator.URL = fmt.Sprintf("http://127.0.0.1:%d", port)
	}
	if err := emulator.trust(emulator.Settings["NODE_EXTRA_CA_CERTS"]); err != nil {
		emulator.Close()
		return nil, err
	}
	if err := emulator.named("default").Control("GET", "/health", nil, nil); err != nil {
		emulator.Close()
		return nil, err
	}
	return emulator, nil
}

// trust creates the client with the certificates of a file, if there is one. The emulator is local, so proxies are ignored.
func (emulator *Emulator) trust(file string) error {
	emulator.TLS = &tls.Config{}
	if file != "" {
		pem, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		emulator.TLS.RootCAs = x509.NewCertPool()
		emulator.TLS.RootCAs.AppendCertsFromPEM(pem)
	}
	emulator.client = &http.Client{Transport: &http.Transport{TLSClientConfig: emulator.TLS}, Timeout: 70 * time.Second}
	return nil
}

// Close ends the emulator. It also ends when its standard input closes, even if this process is killed.
func (emulator *Emulator) Close() error {
	emulator.input.Close()
	select {
	case err := <-emulator.ended:
		return err
	case <-time.After(10 * time.Second):
		emulator.command.Process.Kill()
		return <-emulator.ended
	}
}

// Tenant is the tenant of one test. Its addresses contain its name, so clients need no header.
type Tenant struct {
	Name, URL, US, EU string
	emulator          *Emulator
}

func (emulator *Emulator) named(name string) *Tenant {
	url := emulator.URL + "/t/" + name
	return &Tenant{Name: name, URL: url, US: url + "/us", EU: url + "/eu", emulator: emulator}
}

// Tenant creates a tenant with its own worlds, clock, outbox and faults, until it is dropped.
func (emulator *Emulator) Tenant() *Tenant {
	return emulator.named(fmt.Sprintf("test-%d-%d", os.Getpid(), emulator.tenants.Add(1)))
}

// Control sends a request to the control plane, such as Control("POST", "/clock", map[string]any{"advance": "31 days"}, nil).
func (tenant *Tenant) Control(method, path string, body, answer any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if body == nil {
		content = nil
	}
	request, err := http.NewRequest(method, tenant.URL+"/__mock"+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	if tenant.emulator.token != "" {
		request.Header.Set("authorization", "Bearer "+tenant.emulator.token)
	}
	response, err := tenant.emulator.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %d %s", method, path, response.StatusCode, text)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

// Advance moves the clock by a duration such as "31 days".
func (tenant *Tenant) Advance(time string) error {
	return tenant.Control("POST", "/clock", map[string]any{"advance": time}, nil)
}

// Freeze stops the clock at a date-time.
func (tenant *Tenant) Freeze(at string) error {
	return tenant.Control("POST", "/clock", map[string]any{"set": at, "scale": 0}, nil)
}

// Fault creates a fault.
func (tenant *Tenant) Fault(fault map[string]any) error {
	return tenant.Control("POST", "/faults", fault, nil)
}

// Mail is an e-mail of the outbox.
type Mail struct {
	ID                                 int
	Kind, To, At, Subject, Token, Link string
}

// WaitForMail waits up to 5 seconds for the first e-mail to an address with an id above after.
func (tenant *Tenant) WaitForMail(to string, after int) (mail Mail, err error) {
	query := url.Values{"to": {to}, "after": {fmt.Sprint(after)}}
	err = tenant.Control("GET", "/outbox/wait?"+query.Encode(), nil, &mail)
	return mail, err
}

// Entry is a request of the journal.
type Entry struct {
	Method, Path, Reason string
	Status               int
}

// Journal returns the requests, newest last.
func (tenant *Tenant) Journal() (entries []Entry, err error) {
	err = tenant.Control("GET", "/journal", nil, &entries)
	return entries, err
}

// Drop ends the tenant.
func (tenant *Tenant) Drop() error {
	return tenant.Control("DELETE", "/tenants/"+tenant.Name, nil, nil)
}
