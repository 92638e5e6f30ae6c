"""The files for operators (docs/deploy) fit the server: metrics exist, proxies understand their files."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import prometheus_client
import pytest

from spyring.server.admin import serve as serving
from spyring.server.live import metrics

DEPLOY = Path(__file__).parents[2] / "docs" / "deploy"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/bin")


def exported():
    """The names that Prometheus reads, and the labels of those that have some."""
    assert metrics.ENTRIES, "they are known once this is imported"
    families = prometheus_client.REGISTRY.collect()
    names = {sample.name for family in families for sample in family.samples}
    return names | {"spyring_refusals_total"}  # has no sample before the first refusal


def test_the_dashboard_shows_metrics_that_exist():
    dashboard = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    shown = {name for query in queries for name in re.findall(r"\b(?:spyring|process)_\w+", query)}
    shown -= {name for name in shown if name.startswith("process_")}  # not on every system
    assert len(shown) > 5
    assert shown <= exported()


def test_the_dashboard_leaves_out_no_metric():
    dashboard = (DEPLOY / "grafana.json").read_text("utf-8")
    ours = {name for name in exported() if name.startswith("spyring_")}
    kinds = {re.sub(r"_(total|created|bucket|sum|count)$", "", name) for name in ours}
    assert not [kind for kind in kinds if kind not in dashboard]


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed here")
def test_nginx_understands_its_file(tmp_path):
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    site, found = re.subn(r"listen 443 ssl;|ssl_certificate\w* .*;", "", site)
    assert found == 3
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ access_log off; {site} }}"
    )
    tried = subprocess.run(
        [NGINX, "-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf"], capture_output=True, text=True
    )
    assert tried.returncode == 0, tried.stderr


def test_all_proxies_know_the_same_workers():
    ports = {
        path.name: sorted(set(re.findall(r"127\.0\.0\.1:(\d+)", path.read_text("utf-8"))))
        for path in DEPLOY.iterdir()
        if path.name in ("nginx.conf", "Caddyfile", "haproxy.cfg")
    }
    assert len(ports) == 3
    assert set(map(tuple, ports.values())) == {("8711", "8712", "8713")}


def test_the_worker_s_service_is_the_other_with_a_port_and_a_database():
    worker = (DEPLOY / "spyring@.service").read_text("utf-8").splitlines()
    alone = (DEPLOY.parent / "spyring.service").read_text("utf-8").splitlines()
    new = {line.split("=")[0] for line in worker if line not in alone}
    gone = {line.split("=")[0] for line in alone if line not in worker}
    assert new == {
        "Description",
        "After",
        "EnvironmentFile",
        "ExecStart",
        "TimeoutStopSec",
        "SocketBindAllow",
    }
    assert gone == new - {"EnvironmentFile", "TimeoutStopSec"} | {"StateDirectory", "StateDirectoryMode"}
    (command,) = [line for line in worker if line.startswith("ExecStart=")]
    words = command.replace("%i", "8711").split()
    assert serving.serve.make_context("serve", words[2:])
