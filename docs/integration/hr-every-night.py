#!/usr/bin/env python3
"""HR every night: sends employees.csv to the coverage service, and learns what has changed there.

  hr-every-night.py upload     imports employees.csv, or prints each mistake in it with its line
  hr-every-night.py changes    prints what has changed since its last run
  hr-every-night.py receive    prints changes as the service sends them, until it is stopped

Needs Python 3.9 and nothing else. The folder in which it runs has `authorization`, the header with the token, and
`webhook-secret`; there it keeps `cursor`, how far it has read the changes.
"""

import base64
import hmac
import io
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import zipfile
from collections import deque
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

SERVICE = os.environ.get("COVERAGE_URL", "http://localhost:8000")
SUBJECTS = "employees,assignments"
CURSOR = Path("cursor")


def call(method, path, body=None, headers={}):
    """The status and the JSON of an answer, or the text of a refusal. Tries again if the service is busy or silent."""
    name, token = Path("authorization").read_text().strip().split(": ", 1)
    request = urllib.request.Request(SERVICE + path, body, {name: token, **headers}, method=method)
    for wait in (1, 5, 25, 125, None):
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            retry_after = refusal.headers.get("Retry-After")
            if wait is None or (retry_after is None and refusal.code < 500):
                return refusal.code, refusal.read().decode()
            wait = int(retry_after or wait)
        except OSError:
            if wait is None:
                raise
        time.sleep(wait)


def expect(status, answer):
    """The JSON of an answer with this status; any other ends the program."""
    if answer[0] != status:
        sys.exit(f"The service has answered {answer[0]}: {answer[1]}")
    return answer[1]


def upload():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write("employees.csv")
    for dry_run in ("true", "false"):
        path = f"/integration/v1/imports/?end_assignments=true&dry_run={dry_run}"
        # All attempts have the same key, so the file is imported once.
        headers = {"Content-Type": "application/zip", "Idempotency-Key": str(uuid.uuid4())}
        job = expect(202, call("POST", path, packed.getvalue(), headers))
        while job["state"] in ("QUEUED", "RUNNING"):
            time.sleep(1)
            job = expect(200, call("GET", f"/integration/v1/imports/{job['id']}/"))
        for error in job["errors"]:
            print(f"{error['file']}:{error['line']}: {error['column']}: {error['message']}")
        if job["state"] == "FAILED":
            sys.exit(job["detail"])
    for shared in job["shared_emails"]:
        print(f"{', '.join(shared['employee_numbers'])} share {shared['email']}: its user sees the data of them all")
    for count in job["counts"]:
        if count["inserted"] or count["updated"]:
            print(f"{count['file']}: {count['inserted']} new, {count['updated']} changed")


def changes():
    if not CURSOR.exists():
        start()
    while True:
        after = urllib.parse.urlencode({"after": CURSOR.read_text().strip(), "subjects": SUBJECTS})
        status, page = call("GET", f"/integration/v1/changes/?{after}")
        # The changes after the cursor are no longer kept.
        if status == 410:
            return start()
        for change in expect(200, (status, page))["changes"]:
            handle(change)
        # Only now: if the program ends before, it will see these changes again, rather than miss them.
        CURSOR.write_text(page["cursor"])
        if not page["has_more"]:
            return


def start():
    """Reads everything, from which the changes go on."""
    cursor = expect(200, call("GET", "/integration/v1/changes/"))["cursor"]
    path = "/integration/v1/employees/?page_size=100"
    while path:
        page = expect(200, call("GET", path))
        for employee in page["results"]:
            print(f"{employee['employee_number']} is {employee['status']}")
        path = page["next"] and "/" + page["next"].split("/", 3)[3]
    CURSOR.write_text(cursor)


def handle(change):
    fields = json.dumps(change["after"], ensure_ascii=False)
    print(change["subject"], change["id"], change["action"], fields, flush=True)


def is_genuine(headers, body, secret):
    """Whether the service has sent the message, within the last five minutes."""
    message, sent_at, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{message}.{sent_at}.".encode() + body, "sha256")
    signature = b"v1," + base64.b64encode(digest)
    # For a day after a rotation there are two.
    return any(hmac.compare_digest(signature, one.encode()) for one in signatures.split())


class Receiver(BaseHTTPRequestHandler):
    # The ids of the latest messages, because a message may come again.
    handled = deque(maxlen=1000)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        genuine = is_genuine(self.headers, body, Path("webhook-secret").read_text().strip())
        message = self.headers.get("webhook-id")
        if genuine and message not in self.handled:
            received = json.loads(body)
            if received["type"] == "webhook.test":
                print("The test has arrived.", flush=True)
            else:
                handle(received["data"])
            self.handled.append(message)
        self.send_response(204 if genuine else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


def receive():
    HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8700"))), Receiver).serve_forever()


COMMANDS = {"upload": upload, "changes": changes, "receive": receive}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(__doc__)
    COMMANDS[sys.argv[1]]()
