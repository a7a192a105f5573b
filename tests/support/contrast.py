"""Whether text stands out from its ground, by the formulas of WCAG 2.2 (1.4.3, level AA), computed in the browser."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from playwright.async_api import CDPSession, Page

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

INKS = """() => [...document.querySelectorAll("[data-unsure]")].map((one, index) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    const drawn = one instanceof SVGElement;
    const size = parseFloat(style.fontSize) * (drawn ? one.getScreenCTM().a : 1);
    let opacity = 1;
    for (let up = one; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
    const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const ink = channels(drawn ? style.fill : style.color);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return {
        text: one.textContent.trim().slice(0, 30), box: [left, top, width, height].map(Math.round),
        // A sign that is no letter and no number is a picture (1.4.11).
        least: large || !/[\\p{L}\\p{N}]/u.test(one.textContent) ? 3 : 4.5,
        ink: ink.slice(0, 3), alpha: (ink[3] ?? 1) * opacity,
        // Letters with a rim stand out from their rim, wherever they are.
        rim: drawn && style.stroke !== "none" && style.paintOrder.startsWith("stroke") ? channels(style.stroke) : null,
        // A control that can't be used now is exempt (1.4.3, incidental), and so are pictures of printed cards.
        exempt: one.closest(":disabled, .card, .laid, .supply-card, .kind, .place") !== null,
    };
})"""
"""The marked texts: their boxes (px of the screen), their colour, and the least contrast that they need."""

HIDE = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`[data-unsure] {
        color: transparent !important; fill: transparent !important;
        stroke: transparent !important; transition: none !important;
    }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""Hides the marked texts; the page's policy allows a sheet that is made by a script."""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until what was changed is on the screen."""
STEP = 8.0
"""By which a pixel changes at least when a letter goes that lies there, of 255."""
NEAR = 48.0
"""How near to a letter's colour its pixels are, of 255."""
Pixels = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]


def _luminance(pixels: Pixels) -> Pixels:
    part = pixels / 255.0
    curve: Pixels = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return curve @ np.array([0.2126, 0.7152, 0.0722])


def _ratio(inks: Pixels, behind: Pixels) -> Pixels:
    one, other = _luminance(inks) + 0.05, _luminance(behind) + 0.05
    ratio: Pixels = np.maximum(one, other) / np.minimum(one, other)
    return ratio


async def _picture(page: Page, session: CDPSession) -> Image:
    """Return what is on the screen, H x W x 3, RGB; what moves without an end stands still for it."""
    if await page.evaluate("document.getAnimations().length"):
        encoded = await page.screenshot(scale="css", animations="disabled")
    else:
        # A fifth of the time: written for speed, and nothing is prepared.
        await page.evaluate(PAINTED)
        told = await session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        encoded = base64.b64decode(told["data"])
    decoded = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR_RGB)
    assert decoded is not None
    return np.asarray(decoded, np.uint8)


async def faint_pixels(page: Page) -> list[str]:
    """Return the texts marked ``data-unsure`` that do not stand out from the pixels around their letters.

    Two pictures, with and without these texts, tell where the letters are and what is behind them.
    """
    texts = [told for told in await page.evaluate(INKS) if not told["exempt"]]
    if not texts:
        return []
    session = await page.context.new_cdp_session(page)
    shown = await _picture(page, session)
    await page.evaluate(HIDE)
    ground = await _picture(page, session)
    await page.evaluate("() => { document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1); }")
    await session.detach()
    faint = []
    for told in texts:
        contrast = _contrast(told, shown, ground)
        if contrast is not None and contrast < told["least"]:
            faint.append(f"{told['text']}: {contrast:.2f} of {told['least']} in the picture")
    return faint


def _contrast(told: Mapping[str, Any], shown: Image, ground: Image) -> float | None:
    """Return the contrast of the middle of a text's pixels; None where nothing of it is in the pictures."""
    ink = np.array(told["ink"], np.float64)
    left, top, wide, high = told["box"]
    part = (slice(max(top, 0), max(top + high, 0)), slice(max(left, 0), max(left + wide, 0)))
    with_letters, behind = (picture[part].astype(np.float64) for picture in (shown, ground))
    blended = told["alpha"] * ink + (1 - told["alpha"]) * behind
    # The middle of a letter's line has its colour; what else changed meanwhile has not.
    letters = np.abs(with_letters - behind).max(axis=2, initial=0.0) > STEP
    letters &= np.abs(with_letters - blended).max(axis=2, initial=0.0) < NEAR
    if not letters.any():
        return None
    ratios = _ratio(blended[letters], behind[letters])
    if told["rim"] is not None:
        ratios = np.maximum(ratios, _ratio(ink, np.array(told["rim"][:3], np.float64)))
    return float(np.median(ratios))
