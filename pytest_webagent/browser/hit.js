// The element a person would hit, through open shadow roots; the boxes of it and of what it stands in, the nearest
// first; and, for an iframe, the matrix from its content's coordinates to those it stands in, and where an observation
// takes its content to begin and how to be scaled. Rotation, scaling and skewing leave the middle of a box where the
// middle of its bounding box is; zoom is what of its size they do not explain.
// Chromium rounds here, and finds nothing in the last half pixel of the window, where a click hits all the same.
([x, y]) => {
    const within = (length, end) => length < end ? Math.min(length, end - 0.51) : length;
    const at = [within(x, innerWidth), within(y, innerHeight)];
    let hit = document.elementFromPoint(...at);
    while (hit && hit.shadowRoot) {
        const inner = hit.shadowRoot.elementFromPoint(...at);
        if (!inner || inner === hit) break;
        hit = inner;
    }
    if (!hit) return {hit: null, boxes: [], content: null};
    const boxes = [];
    let turned = new DOMMatrix();
    for (let e = hit; e && boxes.length < 100; e = e.assignedSlot || e.parentElement || e.getRootNode().host) {
        const box = e.getBoundingClientRect(), {rotate, scale, transform} = getComputedStyle(e);
        boxes.push([box.x, box.y, box.width, box.height]);
        const parts = [...rotate.matchAll(/[-\d.]+(?:e-\d+)?/g)].map(Number), angle = parts.pop() ?? 0;
        const axis = parts.length ? parts : [+rotate.startsWith('x'), +rotate.startsWith('y'), +!/^[xy]/.test(rotate)];
        const scales = scale === 'none' ? [1] : scale.split(' ').map(Number);
        turned = new DOMMatrix().rotateAxisAngle(...axis, angle).scale(...scales)
            .multiply(new DOMMatrix(transform)).multiply(turned);
    }
    const [left, top, width, height] = boxes[0], {a, b, c, d} = turned;
    const style = getComputedStyle(hit), half = [hit.offsetWidth / 2, hit.offsetHeight / 2];
    const across = width / 2 / (Math.abs(a) * half[0] + Math.abs(c) * half[1]);
    const down = height / 2 / (Math.abs(b) * half[0] + Math.abs(d) * half[1]);
    const right = hit.clientLeft + parseFloat(style.paddingLeft) - half[0];
    const low = hit.clientTop + parseFloat(style.paddingTop) - half[1];
    const matrix = [
        a * across, b * down, c * across, d * down,
        left + width / 2 + (a * right + c * low) * across, top + height / 2 + (b * right + d * low) * down,
    ];
    const [wide, high] = [width / 2 / half[0], height / 2 / half[1]];
    const place = [left + (right + half[0]) * wide, top + (low + half[1]) * high, wide, high];
    return {hit, boxes, content: {matrix, place}};
}
