/** Makes elements. Strangers' text becomes text nodes: nothing in the widget parses markup or writes a style attribute. */
declare const PANEL_CSS: string;
const css = PANEL_CSS;

/** An element with attributes and children; texts become text nodes. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A line drawing on a 16 by 16 ground, after its `d`; decoration only. */
export function drawIcon(path: string): SVGElement {
  const draw = (tag: string) => document.createElementNS('http://www.w3.org/2000/svg', tag);
  const icon = draw('svg');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.setAttribute('aria-hidden', 'true');
  const line = draw('path');
  line.setAttribute('d', path);
  icon.append(line);
  return icon as SVGElement;
}

let sheet: CSSStyleSheet | null = null;

/** A shadow root with the one sheet that all of them share. A constructed sheet passes any content security policy. */
export function openShadow(host: HTMLElement, ...children: Node[]): ShadowRoot {
  const root = host.attachShadow({ mode: 'open' });
  try {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    root.adoptedStyleSheets = [sheet];
  } catch {
    // Browsers of before constructed sheets.
    root.append(make('style', {}, css));
  }
  root.append(...children);
  return root;
}
