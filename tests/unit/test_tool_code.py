"""Running Python and shell commands: what comes back, what is refused, and where it runs."""

import asyncio
import os
import sys
import threading

import pytest
from sandbox_places import with_word
from workspace_tools import WorkspaceTools

from pytest_webagent.policy.security import ResourceLimits, SecurityPolicy, ToolSettings
from pytest_webagent.tools.code import bubblewrap, docker, processes, python, shell
from pytest_webagent.tools.files import plain

TEXT_OF = {"python_execute": "code", "bash": "command"}
FIELDS = {
    "stdout": str,
    "stderr": str,
    "exit_code": int,
    "cut": int,
    "seconds": float,
    "cpu_seconds": float,
    "peak_memory_mb": float,
    "sandbox": str,
}


class Code(WorkspaceTools):
    def allow(self, mode="bubblewrap", **allowed):
        allowed = {"allow_dangerous_tools": True, "security": SecurityPolicy(sandbox_mode=mode), **allowed}
        super().allow(**allowed)

    def limit(self, mode="bubblewrap", **limits):
        settings = ToolSettings(resource_limits=ResourceLimits(**limits))
        self.allow(mode, tool_settings=dict.fromkeys(TEXT_OF, settings))


pytest_plugins = ("sandboxes",)


@pytest.fixture
def code(tmp_path, bubblewrap_here):
    return Code([*python.TOOLS, *shell.TOOLS, *plain.TOOLS], tmp_path / "workspace")


def test_their_parameters_are_these(code):
    for tool, text in TEXT_OF.items():
        schema = code.registry.get(tool).parameters
        assert {name: part["type"] for name, part in schema["properties"].items()} == {
            "reasoning": "string",
            text: "string",
            "timeout": "number",
        }
        assert schema["required"] == ["reasoning", text]
        traits = code.registry.get(tool).traits
        assert (traits.dangerous, traits.least, traits.needs) == (True, "HIGH", ("subprocess",))


async def test_python_prints_and_tells_what_it_took(code):
    found = await code.do(
        "python_execute", code="import sys\nprint('é', 6 * 7)\nprint('oops', file=sys.stderr)\nsys.exit(3)"
    )
    assert {name: type(value) for name, value in found.items()} == FIELDS
    assert (found["stdout"], found["stderr"], found["exit_code"]) == ("é 42\n", "oops\n", 3)
    assert (found["cut"], found["sandbox"]) == (0, "bubblewrap")
    assert found["cpu_seconds"] > 0
    assert 1 < found["peak_memory_mb"] < 200
    # The record of the call tells it, too.
    state = code.context.call
    assert (state.cpu_seconds, state.memory_mb) == (found["cpu_seconds"], found["peak_memory_mb"])


async def test_cpu_and_memory_of_all_that_was_started_count(code):
    work = "x = bytearray(60 << 20)\nfor _ in range(3_000_000): pass"
    found = await code.do("bash", command=f"{sys.executable} -c '{work}' | cat; sleep 0.01")
    assert found["peak_memory_mb"] > 60
    assert found["cpu_seconds"] > 0.02


async def test_a_mistake_in_the_program_is_no_error_of_the_tool(code):
    found = await code.do("python_execute", code="1 +")
    assert found["exit_code"] == 1
    assert "SyntaxError" in found["stderr"]
    assert (await code.do("bash", command="kill -9 $$"))["exit_code"] == 137
    assert (await code.do("bash", command="not-a-command"))["exit_code"] == 127


async def test_files_stay_from_call_to_call_and_are_those_of_the_other_tools(code):
    await code.do("file_write", path="data/in.txt", content="3\n4\n")
    await code.do(
        "python_execute",
        code="total = sum(map(int, open('data/in.txt')))\nopen('out.txt', 'w').write(str(total))",
    )
    found = await code.do("bash", command="cat out.txt; echo; pwd")
    assert found["stdout"] == f"7\n{code.root}\n"
    assert await code.do("file_read", path=f"{code.root}/out.txt") == "7"
    assert "NameError" in (await code.do("python_execute", code="total"))["stderr"]


async def test_modules_of_the_workspace_and_installed_ones_can_be_used(code):
    await code.do("file_write", path="helper.py", content="word = 'here'")
    found = await code.do("python_execute", code="import helper, pydantic\nprint(helper.word)")
    assert found["stdout"] == "here\n", found


async def test_a_link_it_made_leads_no_other_tool_out(code):
    await code.do("bash", command="ln -s /etc/passwd link; ln -s / root; mkfifo pipe")
    for path in ("link", "root/etc/passwd"):
        assert "lies outside of the workspace" in await code.fail("file_read", path=path)
    assert "neither a file nor a folder" in await code.fail("file_read", path="pipe")


async def test_of_long_output_the_beginning_and_the_end_are_kept(code):
    code.limit(output_chars=400)
    found = await code.do("python_execute", code="print('é' * 200 + 'x' * 3000 + 'ü' * 200)")
    assert found["stdout"].startswith("ééé")
    assert found["stdout"].endswith("üüü\n")
    assert "\ufffd" not in found["stdout"]
    assert len(found["stdout"]) < 400
    assert f"[{found['cut']} bytes left out]" in found["stdout"]


async def test_bytes_that_are_no_text_are_replaced(code):
    assert (await code.do("bash", command=r"printf 'a\xff\xfeb\0c'"))["stdout"] == "a\ufffd\ufffdb\0c"


async def test_it_has_no_input_to_wait_for(code):
    found = await code.do("python_execute", code="input()")
    assert "EOFError" in found["stderr"]
    assert (await code.do("bash", command="cat"))["exit_code"] == 0


async def test_a_time_limit_is_told_with_what_was_written_until_then(code):
    result = await code.use("bash", command="echo before; sleep 60", timeout=0.5)
    assert result.error == (
        "it was stopped, and all it had started: it ran for longer than 0.5 s. The last it wrote: before"
    )
    assert result.output["stdout"] == "before\n"


async def test_the_time_a_policy_gives_bounds_what_a_model_asks_for(code):
    code.limit(seconds=6)
    assert "longer than 1 s" in await code.fail("bash", command="sleep 60", timeout=1000)


async def test_a_policy_can_set_the_time(code):
    code.allow(tool_settings={"bash": ToolSettings(parameters={"timeout": 0.5})})
    assert "longer than 0.5 s" in await code.fail("bash", command="sleep 60")


@pytest.mark.parametrize("tool", TEXT_OF)
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is empty"),
        (" \n\t", "is empty"),
        ("# \0", "NUL"),
        ("#" * 100_001, "the text has 100001 bytes, and at most 100000"),
        ("#" + "é" * 60_000, "the text has 120001 bytes"),
        ("# \ud800", "could not be started"),
    ],
)
async def test_what_cannot_be_run_is_refused(code, tool, text, problem):
    error = await code.fail(tool, **{TEXT_OF[tool]: text})
    assert "nothing was run" in error
    assert problem in error


@pytest.mark.parametrize("tool", TEXT_OF)
@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan"), "soon", [1]])
async def test_a_time_that_is_none_is_refused(code, tool, seconds):
    error = await code.fail(tool, **{TEXT_OF[tool]: "exit", "timeout": seconds})
    assert "timeout" in error
    assert "was not run" in error or "nothing was run" in error


@pytest.mark.parametrize("tool", TEXT_OF)
async def test_another_type_is_refused(code, tool):
    assert f"{tool} was not run" in await code.fail(tool, **{TEXT_OF[tool]: 7})
    assert f"{tool} was not run" in await code.fail(tool)
    assert not code.root.exists()


@pytest.mark.parametrize("tool", TEXT_OF)
async def test_without_a_word_of_the_policy_nothing_is_run(code, tool):
    arguments = {TEXT_OF[tool]: "import os; os.mkdir('made')" if tool == "python_execute" else "mkdir made"}
    code.allow(allow_dangerous_tools=False)
    assert "allow_dangerous_tools = true" in await code.fail(tool, **arguments)
    code.allow(security=SecurityPolicy(sandbox_mode="bubblewrap", allow_subprocess_execution=False))
    assert "allow_subprocess_execution = false" in await code.fail(tool, **arguments)
    code.allow(dry_run=True)
    assert f"would call {tool} (risk HIGH)" in await code.fail(tool, **arguments)
    assert not code.root.exists()


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """A folder that is all of the search path; the function makes a program in it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("DOCKER_HOST", raising=False)

    def make(name, script):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)

    return make


async def test_without_any_sandbox_nothing_is_run_and_all_reasons_are_told(code, programs):
    code.allow("auto")
    error = await code.fail("bash", command="echo ran")
    assert "nothing was run: there is no sandbox on this machine" in error
    assert "the docker command is not installed; bubblewrap is not installed" in error
    assert code.context.call.denied == error


@pytest.mark.parametrize(
    ("name", "script", "reason"),
    [
        (
            "docker",
            "echo 'Cannot connect to the Docker daemon'; exit 1",
            "no Docker engine answers (Cannot connect",
        ),
        ("docker", "echo windows", "the Docker engine runs containers of windows"),
        (
            "docker",
            "case $1 in version) echo linux;; *) echo 'no such host'; exit 1;; esac",
            "could not be fetched (no such",
        ),
        ("bwrap", "echo bubblewrap 0.6.1", "bubblewrap must be of version 0.8 or newer"),
        (
            "bwrap",
            "test $1 = --version && echo bubblewrap 0.8.0 || (echo denied; exit 1)",
            "may not make namespaces here (denied)",
        ),
    ],
)
async def test_a_sandbox_that_is_of_no_use_says_why(code, programs, name, script, reason):
    programs(name, script)
    code.allow("auto")
    assert reason in await code.fail("bash", command="echo ran")


async def test_a_program_that_does_not_answer_is_given_up(code, programs, monkeypatch, tmp_path):
    programs("docker", f"echo $$ > {tmp_path}/number; exec /bin/sleep 600")
    monkeypatch.setattr(docker, "output_of", lambda *argv: processes.output_of(*argv, seconds=0.3))
    code.allow("docker")
    assert "docker did not answer within 0.3 s" in await code.fail("bash", command="echo ran")
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "number").read_text()), 0)


async def test_a_sandbox_that_breaks_down_is_told(code, programs):
    programs(
        "bwrap", 'case "$*" in --version) echo bubblewrap 0.8.0;; *" -I -S "*) echo broken >&2; exit 7;; esac'
    )
    error = await code.fail("bash", command="echo ran")
    assert error == "the sandbox (bubblewrap) ended without a report, with exit code 7: broken"


async def test_only_the_sandbox_that_is_asked_for_is_used(code, programs):
    programs("bwrap", "echo bubblewrap 0.8.0")
    code.allow("docker")
    error = await code.fail("bash", command="echo ran")
    assert "the docker command is not installed" in error
    assert "bubblewrap" not in error


async def test_where_no_engine_answers_bubblewrap_is_used(code, monkeypatch):
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:9")
    code.allow("auto")
    assert (await code.do("bash", command="echo ran"))["sandbox"] == "bubblewrap"


@pytest.mark.parametrize("folder", ["/", "/tmp", "home", "above home"])
async def test_a_workspace_that_holds_the_system_or_the_home_folder_is_refused(
    code, monkeypatch, tmp_path, folder
):
    monkeypatch.setenv("HOME", str(tmp_path / "users" / "me"))
    (tmp_path / "users" / "me").mkdir(parents=True)
    own = {"home": tmp_path / "users" / "me", "above home": tmp_path / "users"}
    code.root = own.get(folder, folder)
    code.allow()
    assert "which a sandbox must not show" in await code.fail("bash", command="echo ran")


async def test_without_a_sandbox_it_runs_only_where_the_policy_says_so_with_limits_all_the_same(
    code, word, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    code.limit("none", memory_mb=200, processes=20)
    sleep = f"{sys.executable} -c 'import time; time.sleep(600)' {word}"
    found = await code.do("bash", command=f"env; pwd; {sleep} & disown; (setsid {sleep} &)")
    assert found["sandbox"] == "none"
    assert "sk-secret" not in found["stdout"]
    assert f"{code.root}\n" in found["stdout"]
    assert "MemoryError" in (await code.do("python_execute", code="bytearray(1 << 30)"))["stderr"]
    assert "more than 20 processes" in await code.fail(
        "bash", command=f"for n in $(seq 40); do {sleep} & done; wait"
    )
    assert "longer than 0.5 s" in await code.fail("bash", command=f"(setsid {sleep} &); {sleep}", timeout=0.5)
    assert with_word(word) == []


async def test_calls_at_the_same_time_do_not_meet(code):
    code.limit(processes=10)
    texts = [
        f"echo {number} > {number}; sleep 0.2; ls /proc | grep -c '^[0-9]'; cat {number}"
        for number in range(6)
    ]
    found = await asyncio.gather(*(code.do("bash", command=text) for text in texts))
    assert [each["stdout"].splitlines()[1] for each in found] == [str(number) for number in range(6)]
    assert all(int(each["stdout"].splitlines()[0]) < 7 for each in found)


@pytest.mark.usefixtures("bubblewrap_here")
def test_it_works_on_several_event_loops_and_threads(tmp_path):
    seen = []

    def use(number):
        tools = Code([*shell.TOOLS], tmp_path / str(number))
        for _ in range(2):
            seen.append(asyncio.run(tools.do("bash", command=f"echo {number}"))["stdout"])

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == sorted(f"{number}\n" for number in range(4) for _ in range(2))


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_of_system_calls_is_made_of_whole_lines_and_ends_by_allowing(machine):
    made = bubblewrap.syscalls.program(machine)
    lines = [made[index : index + 8] for index in range(0, len(made), 8)]
    assert len(made) % 8 == 0
    assert lines[-1] == bytes.fromhex("0600000000 00ff7f".replace(" ", ""))
    # A jump that leads past the end would be refused by the kernel; here for the machine the tests are not on.
    assert all(
        index + 1 + max(line[2], line[3]) < len(lines)
        for index, line in enumerate(lines)
        if line[0] in (0x15, 0x35, 0x45)
    )


def test_a_machine_without_a_list_of_system_calls_has_no_filter():
    assert bubblewrap.syscalls.program("riscv64") is None
