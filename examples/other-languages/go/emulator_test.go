package remoteassistmock

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

var emulator *Emulator

func TestMain(m *testing.M) {
	var err error
	if emulator, err = Start("--seed", "users=100"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	emulator.Close()
	os.Exit(code)
}

func newTenant(t *testing.T) *Tenant {
	t.Helper()
	tenant := emulator.Tenant()
	t.Cleanup(func() {
		if t.Failed() {
			entries, _ := tenant.Journal()
			for _, entry := range entries {
				path, _, _ := strings.Cut(entry.Path, "?")
				t.Logf("emulator: %d %s %s %s", entry.Status, entry.Method, path, entry.Reason)
			}
		}
		tenant.Drop()
	})
	return tenant
}

func send(t *testing.T, method, url string, body any, token string) *http.Response {
	t.Helper()
	content, _ := json.Marshal(body)
	request, err := http.NewRequest(method, url, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set(emulator.Settings["REMOTE_ASSIST_API_KEY_HEADER"], emulator.Settings["REMOTE_ASSIST_API_KEY"])
	request.Header.Set("content-type", "application/json")
	if token != "" {
		request.Header.Set("authorization", token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

func logIn(t *testing.T, tenant *Tenant) (int, string) {
	t.Helper()
	response := send(t, "POST", tenant.US+"/api/v1r1/auth", map[string]string{
		"email": emulator.Settings["REMOTE_ASSIST_EMAIL"], "password": emulator.Settings["REMOTE_ASSIST_PASSWORD"],
	}, "")
	var answer struct{ Token string }
	json.NewDecoder(response.Body).Decode(&answer)
	return response.StatusCode, answer.Token
}

func TestTokenExpires(t *testing.T) {
	t.Parallel()
	tenant := newTenant(t)
	_, token := logIn(t, tenant)
	if err := tenant.Advance("31 days"); err != nil {
		t.Fatal(err)
	}
	if status := send(t, "GET", tenant.US+"/api/v1r1/enterprise/users", nil, token).StatusCode; status != 400 {
		t.Errorf("status %d for an expired token", status)
	}
}

func TestServiceIsBusyOnce(t *testing.T) {
	t.Parallel()
	tenant := newTenant(t)
	err := tenant.Fault(map[string]any{
		"operations": []string{"*"}, "does": map[string]any{"kind": "status", "status": 503}, "when": map[string]int{"first": 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, expected := range []int{503, 200} {
		if status, _ := logIn(t, tenant); status != expected {
			t.Errorf("status %d instead of %d", status, expected)
		}
	}
}

func TestWaitsForMail(t *testing.T) {
	t.Parallel()
	tenant := newTenant(t)
	if err := tenant.Freeze("2030-01-01T00:00:00Z"); err != nil {
		t.Fatal(err)
	}
	send(t, "POST", tenant.US+"/api/v1/register/resend_confirmation?email=new%40example.com", nil, "")
	mail, err := tenant.WaitForMail("new@example.com", 2)
	if err != nil || mail.At != "2030-01-01T00:00:00.000Z" {
		t.Errorf("%v %v", mail, err)
	}
}
