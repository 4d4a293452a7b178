import json
import urllib.error
import urllib.request

import pytest


def log_in(tenant, password=None):
    body = json.dumps({"email": tenant.email, "password": password or tenant.password}).encode()
    headers = {tenant.api_key_header: tenant.api_key, "content-type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{tenant.us}/api/v1r1/auth", body, headers)) as answer:
        return json.load(answer)["token"]


def test_a_token_expires(tenant):
    token = log_in(tenant)
    tenant.advance("31 days")
    headers = {tenant.api_key_header: tenant.api_key, "authorization": token}
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(f"{tenant.us}/api/v1r1/enterprise/users", headers=headers))
    assert refused.value.code == 400


def test_the_service_is_busy_once(tenant):
    tenant.fault(operations=["*"], does={"kind": "status", "status": 503}, when={"first": 1})
    with pytest.raises(urllib.error.HTTPError) as refused:
        log_in(tenant)
    assert refused.value.code == 503
    assert log_in(tenant)
    assert [entry["status"] for entry in tenant.journal()] == [503, 200]


def test_waits_for_an_e_mail(tenant):
    tenant.freeze("2030-01-01T00:00:00Z")
    headers = {tenant.api_key_header: tenant.api_key}
    url = f"{tenant.us}/api/v1/register/resend_confirmation?email=new%40example.com"
    urllib.request.urlopen(urllib.request.Request(url, headers=headers, method="POST"))
    mail = tenant.wait_for_mail(to="new@example.com", after=2)
    assert mail["at"] == "2030-01-01T00:00:00.000Z"
