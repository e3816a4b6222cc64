"""The example in the documentation of the public fakes."""

import re

import pytest_webagent.testing


def test_the_example_of_the_testing_module_passes_as_it_stands(suite):
    (example,) = re.findall(r"```python\n(.*?)```", pytest_webagent.testing.__doc__, re.DOTALL)
    suite.write(test_example=example)
    suite.run("-o", "asyncio_mode=auto").assert_outcomes(passed=1)
