import pytest

from remote_assist_mock import Emulator


@pytest.fixture(scope="session")
def emulator():
    with Emulator("--seed", "users=100") as emulator:
        yield emulator


@pytest.fixture
def tenant(emulator, request):
    tenant = emulator.tenant()
    yield tenant
    if getattr(request.node, "is_failed", False):
        for entry in tenant.journal():
            path, reason = entry["path"].split("?")[0], entry.get("reason", "")
            print(f"emulator: {entry['status']} {entry['method']} {path} {reason}")
    tenant.drop()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    if report.when == "call" and report.failed:
        item.is_failed = True
