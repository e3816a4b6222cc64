"""Typing into fields of every kind, and emptying them."""

from one_session import one_session  # noqa: F401 (a fixture)


async def value(hands, selector="input"):
    return await hands.page.locator(selector).input_value()


async def test_type_replaces_the_content_and_presses_no_enter(hands):
    await hands.show("<form action='/sent'><label>Name <input name=n value='old text'></label></form>")
    said = await hands.do("type", "Name", "textbox", text="Ann Lee")
    assert "It shows 'Ann Lee' now." in said
    assert await value(hands) == "Ann Lee"
    assert hands.page.url == hands.site.url + "/"


async def test_submit_presses_enter_once(hands):
    hands.site.page("/sent", "<h1>Thanks</h1>")
    await hands.show("<form action='/sent'><label>Name <input name=n></label></form>")
    said = await hands.do("type", "Name", "textbox", text="Ann", submit=True)
    assert "Pressed Enter" in said
    assert hands.page.url.endswith("/sent?n=Ann")
    assert len(hands.site.asked("/sent")) == 1


async def test_an_empty_text_empties_the_field(hands):
    await hands.show("<input aria-label=Name value=old>")
    assert (await hands.do("type", "Name", text="")).startswith("Emptied")
    assert await value(hands) == ""


async def test_keys_are_pressed_so_that_a_page_that_listens_for_them_reacts(hands):
    await hands.show("<input aria-label=Search onkeyup='document.title = \"suggests for \" + this.value'>")
    await hands.do("type", "Search", text="mug")
    assert await hands.page.title() == "suggests for mug"


async def test_coords_choose_the_field_under_them(hands):
    await hands.show("<input aria-label=One><input aria-label=Two id=two>")
    await hands.do("type", coords=await hands.middle("#two"), text="here")
    assert await value(hands, "#two") == "here"


async def test_the_field_of_a_label_and_the_one_field_of_a_box_are_meant(hands):
    await hands.show(
        "<label id=l for=f style='cursor:pointer'>City of birth</label> <span><input id=f></span>"
        "<div id=w style='padding:30px'><input id=g></div>"
    )
    await hands.do("type", coords=await hands.middle("#l"), text="Rome")
    assert await value(hands, "#f") == "Rome"
    await hands.do("type", coords="<point>20 90</point>", text="Oslo")
    assert await value(hands, "#g") == "Oslo"


async def test_a_field_in_a_frame_is_reached_by_coords(hands):
    inner = hands.site.page("/inner", "<input aria-label=Card style='margin:20px'>")
    await hands.show(f"<iframe src='{inner}' style='margin:40px;border:5px solid'></iframe>")
    frame = hands.page.frames[1]
    box = await frame.locator("input").bounding_box()
    await hands.do("type", coords=f"{box['x'] + 9} {box['y'] + 9}", text="4242")
    assert await frame.locator("input").input_value() == "4242"


MASK = """<input aria-label=Phone><script>
    const field = document.querySelector('input');
    field.oninput = () => {
        const digits = field.value.replace(/\\D/g, '').slice(0, 10);
        field.value = digits.length > 6 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
            : digits.length > 3 ? `(${digits.slice(0, 3)}) ${digits.slice(3)}` : digits;
    };
</script>"""


async def test_a_field_that_formats_while_typing_is_filled_and_its_format_told(hands):
    await hands.show(MASK)
    said = await hands.do("type", "Phone", text="5551234567")
    assert await value(hands) == "(555) 123-4567"
    assert "It shows '(555) 123-4567' now." in said
    assert "did not keep" not in said


async def test_a_field_that_only_takes_keys_is_filled_key_by_key(hands):
    await hands.show("""<input aria-label=Code><script>
        const field = document.querySelector('input'); let kept = '';
        field.onkeydown = event => {
            if (event.key === 'Delete' || event.key === 'Backspace') kept = '';
            else if (/^[0-9]$/.test(event.key)) kept += event.key; };
        field.oninput = () => field.value = kept;
    </script>""")
    await hands.do("type", "Code", text="123456")
    assert await value(hands) == "123456"


async def test_a_field_that_rejects_keys_is_filled_at_once(hands):
    await hands.show("""<input aria-label=Code onkeydown='event.preventDefault()'>""")
    await hands.do("type", "Code", text="abc")
    assert await value(hands) == "abc"


async def test_what_the_field_did_not_keep_is_told_and_enter_not_pressed(hands):
    await hands.show("<form action='/sent'><input aria-label=Code maxlength=4></form>")
    said = await hands.do("type", "Code", text="abcdefgh", submit=True)
    assert "did not keep the text as given (it takes 4 characters)" in said
    assert "It shows 'abcd' now." in said
    assert "Enter was not pressed" in said
    assert hands.site.asked("/sent") == []


async def test_a_contenteditable_editor_is_replaced(hands):
    await hands.show("<div contenteditable role=textbox aria-label=Body><p>Old <b>text</b></p></div>")
    said = await hands.do("type", "Body", text="First line\nSecond line")
    assert (await hands.page.locator("[contenteditable]").inner_text()).split() == [
        "First", "line", "Second", "line",
    ]  # fmt: skip
    assert "Old" not in said


async def test_an_editor_that_is_a_frame_is_typed_into(hands):
    inner = hands.site.page("/editor", "<html><body contenteditable aria-label=Editor>Old</body></html>")
    await hands.show(f"<iframe title='Rich text' src='{inner}'></iframe>")
    await hands.page.frames[1].wait_for_load_state()
    await hands.session.observe()
    await hands.do("type", "Rich text", "iframe", text="New words")
    assert (await hands.page.frames[1].locator("body").inner_text()).strip() == "New words"


async def test_a_textarea_keeps_its_lines_and_a_single_line_joins_them(hands):
    await hands.show("<textarea aria-label=Note></textarea><input aria-label=Title>")
    await hands.do("type", "Note", text="one\ntwo\tthree")
    assert await value(hands, "textarea") == "one\ntwo\tthree"
    await hands.do("type", "Title", text="one\ntwo")
    assert await value(hands) == "one two"


async def test_a_long_text_is_put_in_whole(hands):
    await hands.show("<textarea aria-label=Note></textarea>")
    text = "All work and no play. " * 500
    await hands.do("type", "Note", text=text)
    assert await value(hands, "textarea") == text


async def test_a_date_field_takes_iso_and_says_so_otherwise(hands):
    await hands.show("<label>Day <input type=date></label>")
    error = await hands.fail("type", "Day", text="3 May 2026")
    assert "is a date field: it takes YYYY-MM-DD, such as 2026-05-03, not '3 May 2026'" in error
    assert await value(hands) == ""
    await hands.do("type", "Day", text="2026-05-03")
    assert await value(hands) == "2026-05-03"


FORMATS = (
    ("time", "14:30", "half past two"),
    ("datetime-local", "2026-05-03T14:30", "2026-05-03"),
    ("month", "2026-05", "May"),
    ("week", "2026-W18", "18"),
    ("number", "12.5", "twelve"),
    ("range", "7", "seven"),
    ("color", "#ff8800", "orange"),
)


async def test_fields_of_a_format_take_it_and_name_it(hands, subtests):
    await hands.show("".join(f"<label>{kind} <input type={kind} step=any></label>" for kind, *_ in FORMATS))
    for kind, good, bad in FORMATS:
        with subtests.test(kind):
            field = f"[type={kind}]"
            before = await value(hands, field)
            assert f"is a {kind} field: it takes" in await hands.fail("type", kind, text=bad)
            assert await value(hands, field) == before
            await hands.do("type", kind, text=good)
            assert await value(hands, field) == good


async def test_what_the_browser_finds_wrong_with_a_value_is_told(hands):
    await hands.show("<label>Mail <input type=email></label>")
    assert "The browser says: " in await hands.do("type", "Mail", "textbox", text="ann")


LOCKED = """<input aria-label=Kept value=a readonly><input aria-label=Off value=a disabled>
    <fieldset disabled><input aria-label=Within value=a></fieldset>
    <input aria-label=Said value=a aria-disabled=true>"""


async def test_a_locked_field_is_told(hands, subtests):
    await hands.show(LOCKED)
    for name, word in {
        "Kept": "read-only",
        "Off": "disabled",
        "Within": "disabled",
        "Said": "disabled",
    }.items():
        with subtests.test(name):
            assert f"is {word}" in await hands.fail("type", name, text="b")
            assert f"is {word}" in await hands.fail("clear", name)
            assert await value(hands, f"[aria-label={name}]") == "a"


async def test_what_takes_no_text_names_the_tool_that_fits(hands, subtests):
    await hands.show(
        "<select aria-label=Size><option>S</select><input type=checkbox aria-label=Size><button>Size</button>"
    )
    advices = {"combobox": "call selection", "checkbox": "call check", "button": "Give a text field"}
    for role, advice in advices.items():
        with subtests.test(role):
            error = await hands.fail("type", "Size", role, text="x")
            assert "takes no text" in error
            assert advice in error


async def test_a_secret_value_is_never_said(hands, subtests):
    for number, attributes in enumerate(
        (
            "type=password",
            "autocomplete=cc-number",
            "autocomplete='section-a one-time-code'",
            "name=cvc",
            "placeholder='Card number'",
        )
    ):
        with subtests.test(attributes):
            # One for each case: what was a secret before may be withheld for that alone.
            secret = f"s{number}kr1t-value"
            await hands.show(f"<input aria-label=Secret maxlength=5 {attributes}>")
            said = await hands.do("type", "Secret", text=secret)
            assert secret[:5] not in said
            assert "Its value is kept secret." in said
            assert "did not keep the text" in said


async def test_clear_empties_fields_and_editors(hands):
    await hands.show(
        "<input aria-label=Name value=old><div contenteditable role=textbox aria-label=Body>Old</div>"
    )
    await hands.do("clear", "Name")
    await hands.do("clear", "Body")
    assert await value(hands) == ""
    assert (await hands.page.locator("[contenteditable]").inner_text()).strip() == ""


async def test_a_field_that_fills_itself_again_is_not_called_empty(hands):
    await hands.show("<input aria-label=Name value=old oninput='this.value = \"default\"'>")
    assert "did not stay empty. It shows 'default' now." in await hands.fail("clear", "Name")


async def test_a_field_removed_while_it_is_typed_into_is_told(hands):
    await hands.show("<input aria-label=Name oninput='this.value.length > 2 && this.remove()'>")
    said = await hands.do("type", "Name", text="Anna")
    assert "no longer on the page" in said


async def test_code_boxes_that_pass_the_focus_on_take_a_code_typed_into_the_first(hands):
    await hands.show(
        """<div>"""
        + "<input class=d maxlength=1 size=1>" * 4
        + """</div><script>
        document.querySelectorAll('.d').forEach((box, index, all) =>
            box.oninput = () => box.value && all[index + 1] && all[index + 1].focus());
        document.querySelector('.d').setAttribute('aria-label', 'Code');
    </script>"""
    )
    await hands.do("type", "Code", text="1234")
    assert (
        await hands.page.evaluate("Array.from(document.querySelectorAll('.d'), b => b.value).join('')")
        == "1234"
    )


async def test_fields_in_shadow_roots_and_foreign_frames_are_typed_into(hands):
    hands.site.page("/card", "<input aria-label='Card number'>")
    await hands.show(
        f"<iframe src='{hands.site.other_url}/card'></iframe><div id=h></div><script>"
        "document.querySelector('#h').attachShadow({mode: 'open'}).innerHTML = '<input aria-label=Inner>'</script>"
    )
    await hands.page.frames[1].wait_for_load_state()
    await hands.session.observe()
    await hands.do("type", "Card number", text="4242")
    await hands.do("type", "Inner", text="deep")
    assert await value(hands, "#h input") == "deep"
    assert await hands.page.frames[1].locator("input").input_value() == "4242"


EDITOR = """<div contenteditable role=textbox aria-label=Body></div><script>
    // Keeps its own text and draws it anew on each change, as editors with a model do.
    const editor = document.querySelector('div'); let text = 'old';
    const draw = () => { editor.innerHTML = '<p>' + text + '</p>'; };
    draw();
    editor.addEventListener('beforeinput', event => {
        const all = getSelection().toString().trim() === text.trim() && text;
        event.preventDefault();
        if (event.inputType.startsWith('delete')) text = all ? '' : text.slice(0, -1);
        else text = (all ? '' : text) + (event.data || '');
        draw();
    });
</script>"""


async def test_an_editor_that_draws_its_own_text_is_filled(hands):
    await hands.show(EDITOR)
    await hands.do("type", "Body", text="New words")
    assert await hands.page.evaluate("text") == "New words"
    assert (await hands.page.locator("[contenteditable]").inner_text()).strip() == "New words"


async def test_a_controlled_field_that_shouts_is_filled(hands):
    await hands.show("<input aria-label=Code oninput='this.value = this.value.toUpperCase()'>")
    said = await hands.do("type", "Code", text="abc")
    assert "It shows 'ABC' now." in said
    assert "did not keep" not in said


async def test_a_page_text_in_a_field_is_cut_before_the_model_reads_it(hands):
    await hands.show("<textarea aria-label=Note oninput='this.value = \"lie \".repeat(5000)'></textarea>")
    assert len(await hands.do("type", "Note", text="x")) < 500


async def test_a_dialog_opened_by_a_key_is_told_and_enter_is_not_pressed(hands):
    await hands.show("<input aria-label=Code oninput='alert(\"No\")'>")
    said = await hands.do("type", "Code", text="7", submit=True)
    field = f"textbox 'Code' [{hands.element('Code').id}]"
    assert said.startswith(f"Typed into {field}. Enter was not pressed.\nan alert dialog says")
    await hands.do("accept_dialog")


async def test_boxes_for_one_digit_each_take_a_code_typed_into_the_first(hands):
    box = "<input size=1 maxlength=1 aria-label='Digit {}' oninput='this.value && this.nextElementSibling?.focus()'>"
    await hands.show("<div>" + "".join(box.format(number) for number in (1, 2, 3, 4)) + "</div>")
    said = await hands.do("type", "Digit 1", text="4711")
    assert "The page moved on to another field" in said
    assert [await each.input_value() for each in await hands.page.locator("input").all()] == list("4711")


CENTS = """<input aria-label=Price oninput="const d = this.value.replace(/[^0-9]/g, '').replace(/^0+/, '').padStart(3, '0');
    this.value = d.slice(0, -2) + ',' + d.slice(-2) + ' \u20ac'" onkeydown="if (event.key === 'Enter') document.title = 'sent'">"""


async def test_an_amount_is_kept_only_if_it_is_the_same_amount(hands):
    await hands.show(CENTS)
    said = await hands.do("type", "Price", text="30", submit=True)
    assert "did not keep the text as given" in said
    assert "'0,30 \u20ac'" in said
    assert await hands.page.title() == "Test"
    assert "did not keep" not in await hands.do("type", "Price", text="30.00", submit=True)
    assert await hands.page.title() == "sent"


async def test_a_field_drawn_anew_at_every_key_is_typed_into_and_sent(hands):
    await hands.show("""<form onsubmit="document.title = 'sent'; return false"><p id=home></p></form><script>
        const draw = text => {
            const field = document.createElement('textarea');
            field.setAttribute('aria-label', 'Reply');
            field.value = text;
            field.onkeydown = event => { if (event.key === 'Enter') document.title = 'sent ' + field.value };
            field.oninput = () => { draw(field.value); home.firstChild.focus(); };
            home.replaceChildren(field);
            field.setSelectionRange(text.length, text.length);
        };
        draw('');</script>""")
    said = await hands.do("type", "Reply", text="See you", submit=True)
    assert "It shows 'See you' now." in said
    assert await hands.page.title() == "sent See you"


async def test_a_field_that_gave_way_to_another_one_is_not_mistaken_for_it(hands):
    await hands.show("""<input aria-label=Code><script>
        document.querySelector('input').oninput = event => {
            if (event.target.value.length < 3) return;
            event.target.outerHTML = '<input aria-label=Name value=Ada>';
            document.querySelector('input').focus();
        }</script>""")
    said = await hands.do("type", "Code", text="123", submit=True)
    assert "which is no longer on the page. Enter was not pressed." in said


async def test_the_limits_of_a_slider_are_told(hands):
    await hands.show("<input type=range aria-label=Volume min=10 max=40 step=10>")
    assert "from 10 to 40 in steps of 10" in await hands.fail("type", "Volume", text="15")


async def test_a_text_is_withheld_until_the_field_is_known_to_keep_no_secret(hands):
    await hands.show("<input aria-label=Pin><input aria-label=Pin type=password>")
    await hands.fail("type", text="hunter2secret", field_description="Pin")
    assert "text" in hands.context.call.secret
    await hands.show("<input aria-label=Name>")
    await hands.do("type", "Name", text="Ann")
    assert hands.context.call.secret == ()
