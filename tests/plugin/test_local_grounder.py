"""The grounding model that the workers of pytest-xdist share."""

import json
import os
import socket
import threading
from pathlib import Path

import pytest
from tiny_vision import tiny_qwen3_vl  # noqa: F401 (a fixture)

ASKING = """
import json, os, socket, time
from urllib.request import Request, urlopen
from pytest_webagent.geometry import Size
from pytest_webagent.messages import Message
from pytest_webagent.observation import Observation
from pytest_webagent.ports import ModelRequest

async def test_two_workers_ask_at_once(pytestconfig, grounder, worker_id):
    client, limits = grounder.client, grounder.limits
    seen = Observation(generation=1, url="", title="", elements=(), text="", viewport=Size(1, 1))
    request = ModelRequest(goal="", messages=(Message(role="user", text="x"),), tools=(), observation=seen, seconds_left=300)
    with socket.create_connection(("127.0.0.1", int(os.environ["MEETING"]))) as other:
        other.recv(2)  # until both are here
    begin = time.monotonic()
    answer = await client.complete(request)
    end = time.monotonic()
    await client.close()
    url, token = pytestconfig.workerinput["webagent_grounder"]
    body = json.dumps({"model": client.name, "messages": [{"role": "user", "content": "x"}]}).encode()
    with urlopen(Request(url + "/chat/completions", data=body, headers={"authorization": "Bearer " + token})) as raw:
        again = json.load(raw)
    assert again["choices"][0]["message"]["content"] == answer.text
    told = {"url": url, "begin": begin, "end": end, "load": again["system_fingerprint"], "factor": limits.factor}
    with open(worker_id + ".json", "w") as file:
        json.dump(told, file)
"""


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> threading.Thread:
    """Where two processes wait for each other."""
    door = socket.create_server(("127.0.0.1", 0))
    door.settimeout(100)
    monkeypatch.setenv("MEETING", str(door.getsockname()[1]))

    def keep() -> None:
        with door:
            guests = [door.accept()[0] for _ in range(2)]
            for guest in guests:
                with guest:
                    guest.sendall(b"go")

    thread = threading.Thread(target=keep, daemon=True)
    thread.start()
    return thread


def test_two_workers_use_one_model_at_once_and_nothing_is_left_of_it(
    pytester: pytest.Pytester,
    tiny_qwen3_vl: Path,  # noqa: F811
    meeting: threading.Thread,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    pytester.makeini("[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n")
    pytester.makepyfile(ASKING)
    run = pytester.runpytest_subprocess(
        *("-W", "error", "-p", "no:cacheprovider", "-n", "2", "--dist", "each"),
        # Apart, pytest would take the folder for one to look for its settings in.
        *("--webagent-grounder=qwen3-vl", f"--webagent-grounder-model={tiny_qwen3_vl}"),
    )
    run.assert_outcomes(passed=2)
    meeting.join(5)
    one, other = (json.loads((pytester.path / f"gw{number}.json").read_text()) for number in range(2))
    assert one["url"] == other["url"]
    assert one["load"] == other["load"]
    assert one["begin"] < other["end"]
    assert other["begin"] < one["end"]
    assert one["factor"] == 32
    with pytest.raises(ProcessLookupError):
        os.kill(int(one["load"].partition("-")[0]), 0)


def test_a_grounding_model_nobody_knows_is_refused_before_workers_start(pytester: pytest.Pytester):
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    pytester.makepyfile("def test_it(): pass")
    run = pytester.runpytest_subprocess(
        "-p", "no:cacheprovider", "-n", "1", "--webagent-grounder", "qwen9-vl"
    )
    assert run.ret == pytest.ExitCode.USAGE_ERROR
    run.stderr.fnmatch_lines(["ERROR: there is no grounding model 'qwen9-vl' (did you mean 'qwen3-vl'?)*"])
