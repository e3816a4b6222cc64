// What an element and all that it stands in are and are called, as Playwright's locators ask for it.
element => {
    const said = (text, most) => {
        const flat = (text || '').replace(/[\u200b\u00ad]/g, '').replace(/\s+/g, ' ').trim();
        return flat.length <= most ? flat : '';
    };
    const kinds = {
        a: 'link', button: 'button', select: 'combobox', textarea: 'textbox', li: 'listitem', ul: 'list', ol: 'list',
        tr: 'row', td: 'cell', table: 'table', article: 'article', nav: 'navigation', main: 'main', aside: 'complementary',
        form: 'form', section: 'region', dialog: 'dialog', img: 'img', option: 'option', dt: 'term', dd: 'definition',
        fieldset: 'group', output: 'status', details: 'group', progress: 'progressbar', p: 'paragraph', header: 'banner',
        footer: 'contentinfo', figure: 'figure', meter: 'meter', menu: 'list',
    };
    const inputs = {
        checkbox: 'checkbox', radio: 'radio', number: 'spinbutton', range: 'slider', search: 'searchbox', button: 'button',
        submit: 'button', reset: 'button', image: 'button', file: 'button',
    };
    const role = each => {
        const given = (each.getAttribute('role') || '').trim().split(/\s+/)[0];
        if (given) return given;
        if (/^h[1-6]$/.test(each.localName)) return 'heading';
        if (each.localName === 'th') return each.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader';
        if (each.localName === 'input') return inputs[each.type] || 'textbox';
        return kinds[each.localName] || '';
    };
    const named = each => {
        const root = each.getRootNode();
        const by = (each.getAttribute('aria-labelledby') || '').split(/\s+/).filter(Boolean)
            .map(id => root.getElementById && root.getElementById(id)).filter(Boolean);
        return [
            each.getAttribute('aria-label'), by.map(other => other.textContent).join(' '),
            ...Array.from(each.labels || [], label => label.textContent),
            each.getAttribute('alt'), each.localName === 'fieldset' && each.querySelector('legend')?.textContent,
            each.localName === 'table' && each.caption?.textContent,
        ].map(text => said(text, 60)).filter(Boolean);
    };
    const classes = each => Array.from(each.classList).filter(name => /^[a-z][a-z_-]*$/i.test(name));
    const heads = each => Array.from(each.querySelectorAll(
        'th, [role=rowheader], h1, h2, h3, h4, h5, h6, [role=heading], legend, strong, a[href], td, [role=cell]'))
        .map(head => said(head.textContent, 40)).filter(Boolean).slice(0, 3);
    const seen = each => ({
        tag: each.localName, type: each.localName === 'input' ? each.type : '', role: role(each), names: named(each), id: each.id || '', classes: classes(each),
        testId: each.getAttribute('data-testid') || '', level: /^h[1-6]$/.test(each.localName) ? Number(each.localName[1]) : 0,
        text: said(each.textContent, 120),
    });
    const around = [];
    for (let each = element.parentElement; each && each.localName !== 'body' && around.length < 15; each = each.parentElement)
        around.push({...seen(each), heads: heads(each)});
    const before = element.previousElementSibling;
    const own = Array.from(element.childNodes, each => each.nodeType === 3 ? each.data : '').join(' ');
    return {
        ...seen(element), around, whole: said(element.textContent, 1000), own: said(own, 60),
        labels: Array.from(element.labels || [], label => said(label.textContent, 60)).filter(Boolean),
        ariaLabel: said(element.getAttribute('aria-label'), 60),
        placeholder: said(element.getAttribute('placeholder'), 60), alt: said(element.getAttribute('alt'), 60),
        title: said(element.getAttribute('title'), 60), name: element.getAttribute('name') || '',
        href: said(element.getAttribute('href'), 60),
        before: before ? said(before.textContent, 40) : '', beforeTag: before ? before.localName : '',
    };
}
