"""What code in a sandbox tries, and does not get: seen from outside of it."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox_places import Place, wait_for, with_word

pytest_plugins = ("sandboxes",)


@pytest.fixture
def canary():
    """A process of the test's user that must live on."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    yield process
    assert process.poll() is None
    process.kill()
    process.wait()


async def test_what_it_does_in_the_workspace_stays(place):
    (place.root / "given.txt").write_text("from outside")
    outcome = await place.bash("cat given.txt && echo inside > made.txt && pwd")
    assert outcome.error is None, outcome
    assert outcome.output["stdout"] == f"from outside{place.root}\n"
    assert (place.root / "made.txt").read_text() == "inside\n"
    assert (place.root / "made.txt").stat().st_uid == place.root.stat().st_uid


async def test_nothing_listens_to_it_and_no_name_is_known_to_it(place):
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_server(("127.0.0.1", 0)) as other:
        server.setblocking(False)
        port = server.getsockname()[1]
        outcome = await place.python(
            "import socket\n"
            f"for host in ('127.0.0.1', 'localhost', '0.0.0.0', '169.254.169.254', '10.0.0.1', 'example.com'):\n"
            f"    try: socket.create_connection((host, {port}), 1); print('reached', host)\n"
            "    except OSError as error: print(host, error)\n"
            "try: socket.socket(socket.AF_UNIX).connect('/var/run/docker.sock'); print('reached docker')\n"
            "except OSError as error: print('docker', error)\n"
            f"print(len(socket.if_nameindex()), open('/proc/net/tcp').read().count('{other.getsockname()[1]:04X}'))"
        )
        with pytest.raises(BlockingIOError):
            server.accept()
    assert "reached" not in outcome.text
    assert outcome.text.count("\n") == 8, outcome
    assert outcome.text.strip().endswith(" 0")


async def test_the_rest_of_the_disk_is_not_there(place, open_folder):
    secret = open_folder / "beside.txt"
    secret.write_text("not yours")
    secret.chmod(0o666)
    away = [str(Path.home() / ".bashrc"), str(secret), "/etc/shadow", "/etc/ssh", "/var/lib/dpkg", "/boot"]
    outcome = await place.python(
        "import os\n"
        f"for path in {away!r}:\n"
        "    try: print('got', path, os.listdir(path) if os.path.isdir(path) else open(path).read())\n"
        "    except OSError as error: print(error)\n"
        f"print(os.listdir({str(open_folder)!r}))"
    )
    assert outcome.output["exit_code"] == 0, outcome
    assert "got" not in outcome.text
    assert outcome.output["stdout"].endswith("['work, spacé']\n")


async def test_the_environment_of_the_tests_is_not_there(place, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    outcome = await place.python(
        "import os, glob\n"
        "print(os.environ)\n"
        "for path in glob.glob('/proc/*/environ'):\n"
        "    try: print(open(path).read())\n"
        "    except OSError as error: print(error)"
    )
    assert outcome.output["exit_code"] == 0
    assert "sk-secret" not in outcome.text
    assert "Permission denied: '/proc/1/environ'" in outcome.text


async def test_nothing_is_written_outside_of_the_workspace(place, open_folder):
    (open_folder / "beside.txt").write_text("as it was")
    (open_folder / "beside.txt").chmod(0o666)
    paths = [
        "/usr/bin/new",
        "/etc/new",
        "/new",
        str(open_folder / "beside.txt"),
        "/proc/sys/kernel/hostname",
    ]
    outcome = await place.python(
        f"for path in {[*paths, sys.prefix + '/new', str(open_folder / 'new')]!r}:\n"
        "    try: open(path, 'w').write('x'); print('wrote', path)\n"
        "    except OSError as error: print(error)\n"
        "open('/tmp/own', 'w').write('its own')"
    )
    assert outcome.output["exit_code"] == 0, outcome
    assert "wrote" not in outcome.text
    assert (open_folder / "beside.txt").read_text() == "as it was"
    assert sorted(os.listdir(open_folder)) == ["beside.txt", "work, spacé"]
    assert "own" not in os.listdir("/tmp")


async def test_a_link_in_the_workspace_leads_nowhere(place, open_folder):
    (open_folder / "beside.txt").write_text("not yours")
    (place.root / "link").symlink_to("../beside.txt")
    (place.root / "folder").symlink_to("/root")
    outcome = await place.bash(
        "cat link; ls folder/; ln -s /etc/shadow shadow; cat shadow; ln ../beside.txt hard; echo x > link"
    )
    assert "not yours" not in outcome.text
    assert outcome.output["stdout"] == ""
    assert (open_folder / "beside.txt").read_text() == "not yours"


async def test_of_many_processes_only_so_many_start(place, word):
    # Bounded, so that a sandbox that fails does not take the machine with it.
    outcome = await place.limited(processes=20).python(
        f"'{word}'\n"
        "import os, time\n"
        "made = 0\n"
        "for _ in range(300):\n"
        "    try: child = os.fork()\n"
        "    except BlockingIOError: continue\n"
        "    if not child: time.sleep(60); os._exit(0)\n"
        "    made += 1\n"
        "print(made)"
    )
    assert outcome.error is None, outcome
    assert 10 <= int(outcome.output["stdout"]) <= 20


async def test_threads_count_as_processes_do(place):
    outcome = await place.limited(processes=20).python(
        "import threading, time\n"
        "made = 0\n"
        "try:\n"
        "    for _ in range(300): threading.Thread(target=time.sleep, args=(60,), daemon=True).start(); made += 1\n"
        "except RuntimeError: pass\n"
        "print(made)"
    )
    assert outcome.error is None, outcome
    assert 5 <= int(outcome.output["stdout"]) <= 20


TAKE = "b = []\nfor n in range(100): b.append(bytearray(100 << 20)); print(n + 1, flush=True)"
MEMORY = {
    "one process": TAKE,
    "at once": "bytearray(10 << 30)",
    "many processes": f"import os\nfor _ in range(6): os.fork()\n{TAKE.replace('100 <<', '20 <<')}",
    "shared pages": "import mmap\nm = mmap.mmap(-1, 10 << 30)\nfor i in range(0, 10 << 30, 4096): m[i] = 1",
    "files in memory": (
        "import os, itertools\n"
        "for n in itertools.count(): open(f'/{[\"tmp\", \"dev/shm\"][n % 2]}/{n}', 'wb').write(b'x' * (10 << 20)); print(n)"
    ),
    "files that are empty": "import os\nfor n in range(10_000_000): os.mknod(f'/tmp/{n}')",
    "files without a name": (
        "import os\n"
        "for n in range(200):\n"
        "    f = os.memfd_create('m')\n"
        "    for _ in range(10): os.write(f, b'x' * (1 << 20)); print(n)"
    ),
    "without its first thread": (
        "import ctypes, mmap, threading, time\n"
        "def take():\n"
        "    time.sleep(0.3)\n"
        "    m = mmap.mmap(-1, 10 << 30)\n"
        "    for i in range(0, 10 << 30, 4096): m[i] = 1\n"
        "threading.Thread(target=take).start()\n"
        "ctypes.CDLL(None).pthread_exit(None)"
    ),
    "tables of pages": (
        "import mmap\n"
        "m = [mmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE | mmap.MAP_ANON | 0x4000, prot=mmap.PROT_READ) for _ in range(20)]\n"
        "for each in m:\n    for i in range(0, 1 << 40, 1 << 21): each[i]"
    ),
}


@pytest.mark.parametrize("way", MEMORY)
async def test_ten_gigabytes_are_not_to_be_had(place, way, word):
    outcome = await place.limited(memory_mb=100).python(f"'{word}'\n{MEMORY[way]}", seconds=60)
    assert outcome.output is not None, outcome
    if outcome.error is None:
        assert outcome.output["exit_code"] != 0, outcome
    else:
        assert "it took more than 100 MB of memory" in outcome.error
    assert outcome.output["peak_memory_mb"] < 600


async def test_a_file_does_not_fill_the_disk(place):
    outcome = await place.limited(file_mb=5).python(
        "open('big', 'wb', 0).write(b'x' * (10 << 20)); open('big', 'ab', 0).write(b'x')"
    )
    assert "File too large" in outcome.text
    assert (place.root / "big").stat().st_size == 5 << 20


@pytest.mark.parametrize("where", ["", " >&2"])
async def test_endless_output_is_stopped(place, where, word):
    outcome = await place.limited(output_chars=1000).bash(
        f": {word}; while true; do echo {'y' * 1000}{where}; done"
    )
    assert "it wrote much more than the 1000 characters that are kept" in outcome.error
    assert len(outcome.text) < 1200
    assert outcome.output["cut"] > 10_000


async def test_endless_time_is_stopped(place, word):
    outcome = await place.bash(
        f"echo begun; trap '' TERM INT HUP; while true; do sleep 600; : {word}; done", seconds=1
    )
    assert "it ran for longer than 1 s" in outcome.error
    assert "begun" in outcome.error
    assert outcome.output["stdout"] == "begun\n"


async def test_it_kills_nobody_but_its_own(place, canary):
    # The first line keeps a sandbox that fails from ending everything there is.
    outcome = await place.python(
        "import os, signal\n"
        "assert sum(name.isdigit() for name in os.listdir('/proc')) < 10\n"
        f"for who in ({canary.pid}, {os.getpid()}, os.getppid(), 1):\n"
        "    try: os.kill(who, signal.SIGKILL); print('signalled', who)\n"
        "    except OSError as error: print(error)\n"
        "if not os.fork(): os.kill(-1, signal.SIGKILL)\n"
        "os.wait()"
    )
    assert outcome.output is not None, outcome
    assert f"signalled {canary.pid}" not in outcome.text
    assert outcome.error is None
    assert outcome.output["exit_code"] == 128 + signal.SIGKILL


async def test_what_it_leaves_in_the_background_ends_with_it(place, word):
    outcome = await place.bash(
        f"(setsid sleep 600 {word} &) ; nohup bash -c ': {word}; sleep 600' > /dev/null 2>&1 & disown; "
        f"python3 -c \"import os; os.fork() or (os.setsid(), os.fork() or os.execvp('sleep', ['{word}', '600']))\"; echo done"
    )
    assert outcome.error is None, outcome
    assert outcome.output["stdout"] == "done\n"
    assert with_word(word) == []


async def test_it_sees_no_process_of_the_machine_and_traces_none(place, canary):
    outcome = await place.python(
        "import ctypes, os\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        f"for who in ({canary.pid}, 1):\n"
        "    print(libc.ptrace(16, who, 0, 0), ctypes.get_errno())\n"
        "print(sum(name.isdigit() for name in os.listdir('/proc')))\n"
        f"print(os.path.exists('/proc/{canary.pid}'))\n"
        "for path in ('/proc/1/mem', '/proc/1/root/etc/shadow', '/proc/1/fd/1', '/proc/kcore', '/proc/1/cwd/x'):\n"
        "    try: open(path, 'r+b').read(1); print('opened', path)\n"
        "    except OSError as error: print(error)"
    )
    lines = outcome.output["stdout"].splitlines()
    assert lines[:2] == ["-1 1", "-1 1"]
    assert int(lines[2]) < 10
    assert lines[3] == "False"
    assert "opened" not in outcome.text
    assert len(lines) == 9, outcome


async def test_it_does_not_hinder_what_watches_it(place, word):
    outcome = await place.python(
        f"'{word}'\n"
        "import os, resource, signal\n"
        "ways = [lambda: resource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0)), lambda: os.setpriority(os.PRIO_PROCESS, 1, 19),\n"
        "        lambda: os.setpriority(os.PRIO_USER, 0, 19), lambda: os.sched_setscheduler(1, 5, os.sched_param(0))]\n"
        "for way in ways:\n"
        "    try: way(); print('did it')\n"
        "    except OSError as error: print(error)\n"
        "for number in set(signal.Signals) - {signal.SIGCHLD}:\n"
        "    try: os.kill(1, number)\n"
        "    except PermissionError: pass\n"
        "print('goes on', flush=True)\n"
        "while True: pass",
        1.0,
    )
    assert "it ran for longer than 1 s" in (outcome.error or ""), outcome
    assert "did it" not in outcome.text
    assert outcome.text.endswith("goes on\n")


async def test_it_gains_no_rights(place):
    outcome = await place.python(
        "import ctypes, os, subprocess\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "print({line.split()[0]: line.split()[1] for line in open('/proc/self/status')\n"
        "       if line.startswith(('CapEff', 'CapPrm', 'CapAmb', 'NoNewPrivs', 'Seccomp:'))})\n"
        "for call in (lambda: os.setuid(0) if os.getuid() else os.setuid(1), lambda: os.chroot('/tmp')):\n"
        "    try: call(); print('did it')\n"
        "    except OSError as error: print(error)\n"
        "for flags in (0x10000000, 0x00020000, 0x40000000): print(libc.unshare(flags), ctypes.get_errno())\n"
        "print(libc.mount(b'tmpfs', b'/tmp', b'tmpfs', 0, None), ctypes.get_errno())\n"
        "for program in ('su', 'sudo', 'mount'):\n"
        "    try: print(subprocess.run([program, '-c', 'id'], capture_output=True, stdin=subprocess.DEVNULL).returncode)\n"
        "    except OSError as error: print(error)"
    )
    lines = outcome.output["stdout"].splitlines()
    none = "0000000000000000"
    assert json.loads(lines[0].replace("'", '"')) == {
        "CapPrm:": none,
        "CapEff:": none,
        "CapAmb:": none,
        "NoNewPrivs:": "1",
        "Seccomp:": "2",
    }
    assert "did it" not in outcome.text
    assert lines[3:7] == ["-1 1"] * 4
    assert "0" not in lines[7:]


async def test_it_leaves_no_file_that_runs_as_its_owner(place):
    outcome = await place.python(
        "import os, ctypes\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "open('tool', 'w').write('#!')\n"
        "fd = os.open('tool', os.O_RDONLY)\n"
        "ways = [lambda: os.chmod('tool', 0o4755), lambda: os.chmod('tool', 0o2755), lambda: os.fchmod(fd, 0o6755),\n"
        "        lambda: os.open('new', os.O_CREAT | os.O_WRONLY, 0o4755), lambda: os.mknod('made', 0o104755)]\n"
        "for way in ways:\n"
        "    try: way(); print('did it')\n"
        "    except OSError as error: print(error)\n"
        "print([libc.syscall(452, -100, b'tool', 0o4755, 0), libc.syscall(437, -100, b'n', b'\\0' * 24, 24)])\n"
        "os.chmod('tool', 0o755)"
    )
    assert "did it" not in outcome.text
    assert outcome.output["stdout"].splitlines()[-1] == "[-1, -1]", outcome
    assert [path.stat().st_mode & 0o6000 for path in place.root.iterdir()] == [0] * len(
        os.listdir(place.root)
    )


@pytest.fixture
def own_place(place):
    """Each kind of sandbox that runs in this very process."""
    if type(place) is not Place:
        pytest.skip("an ordinary user's is made in another process; the code is the same")
    return place


async def test_what_is_restricted_is_hidden(own_place):
    (own_place.root / "secrets").mkdir()
    (own_place.root / "secrets" / "key").write_text("not yours")
    (own_place.root / "a.key").write_text("not yours")
    outcome = await replace(own_place, restricted=("secrets", "*.key")).bash(
        "cat a.key secrets/key; ls secrets; echo x > a.key; echo x > secrets/new; rm -rf secrets a.key"
    )
    assert outcome.output["stdout"] == "", outcome
    assert (own_place.root / "a.key").read_text() == "not yours"
    assert os.listdir(own_place.root / "secrets") == ["key"]


def endless(word: str) -> str:
    """Writes a line into the pipe ``alive`` and holds it open as long as it lives."""
    return f"exec 3> alive; echo begun >&3; while true; do : {word}; done"


async def test_when_the_call_is_cancelled_all_ends(own_place, word):
    os.mkfifo(own_place.root / "alive")
    task = asyncio.ensure_future(own_place.bash(endless(word), seconds=60))
    with await asyncio.to_thread((own_place.root / "alive").open) as pipe:
        assert await asyncio.to_thread(pipe.readline) == "begun\n"
        assert with_word(word)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert with_word(word) == []


async def test_when_the_call_is_cancelled_while_a_program_starts_all_ends(own_place, monkeypatch):
    create = asyncio.create_subprocess_exec

    async def cancelled_at(number):
        started = 0

        async def create_and_cancel(*argv, **options):
            nonlocal started
            started += 1
            if started == number:
                asyncio.get_running_loop().call_soon(task.cancel)
            return await create(*argv, **options)

        monkeypatch.setattr(asyncio, "create_subprocess_exec", create_and_cancel)
        task = asyncio.ensure_future(own_place.bash("true"))
        await asyncio.wait([task])
        assert with_word(str(own_place.root)) == []
        return task.cancelled()

    starts = [await cancelled_at(number) for number in range(1, 9)]
    assert starts[:3] == [True] * 3
    assert starts[-1] is False


def test_when_the_tests_are_killed_all_ends(own_place, word):
    os.mkfifo(own_place.root / "alive")
    program = (
        "import asyncio; from pathlib import Path; from sandbox_places import Place\n"
        f"place = Place(Path({str(own_place.root)!r}), {own_place.mode!r}, {own_place.image!r})\n"
        f"asyncio.run(place.bash({endless(word)!r}, 60))"
    )
    tests = Path(__file__).parents[1]
    path = f"{tests}{os.pathsep}{tests.parent}"
    environment = {**os.environ, "PYTHONPATH": path}
    with (
        subprocess.Popen([sys.executable, "-c", program], env=environment) as process,
        (own_place.root / "alive").open() as pipe,
    ):
        assert pipe.readline() == "begun\n"
        process.kill()
        assert pipe.read() == ""
    wait_for(with_word(str(own_place.root)))
