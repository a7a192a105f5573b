"""Whether text stands out from its ground, by the formulas of WCAG 2.2 (1.4.3, level AA), computed in the browser."""

FAINT_TEXT = """() => {
    const parse = (text) => {
        const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
        return { r, g, b, a };
    };
    const over = (top, bottom) => ({
        r: top.r * top.a + bottom.r * (1 - top.a),
        g: top.g * top.a + bottom.g * (1 - top.a),
        b: top.b * top.a + bottom.b * (1 - top.a),
        a: 1,
    });
    const line = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const light = (c) => 0.2126 * line(c.r) + 0.7152 * line(c.g) + 0.0722 * line(c.b);
    const ratio = (one, other) => {
        const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05);
    };
    const chain = (element) => {
        const all = [];
        for (let one = element; one; one = one.parentElement) all.push(one);
        return all;
    };
    const ground = (element) =>
        chain(element).reverse().reduce((below, one) => over(parse(getComputedStyle(one).backgroundColor), below),
            { r: 255, g: 255, b: 255, a: 1 });
    const faint = [];
    let checked = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        // The kit's pictures are judged where they are printed.
        if (!walker.currentNode.data.trim() || element.closest("svg, option, script, noscript, .unseen")) continue;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        // A control that can't be used now is exempt (1.4.3, incidental).
        if (element.closest(":disabled")) continue;
        const style = getComputedStyle(element);
        const opacity = chain(element).reduce((product, one) => product * Number(getComputedStyle(one).opacity), 1);
        const behind = ground(element);
        const ink = parse(style.color);
        const contrast = ratio(over({ ...ink, a: ink.a * opacity }, behind), behind);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        checked += 1;
        if (contrast < (large ? 3 : 4.5)) {
            faint.push(`${walker.currentNode.data.trim().slice(0, 30)}: ${contrast.toFixed(2)} (${style.color})`);
        }
    }
    return { checked, faint };
}"""
