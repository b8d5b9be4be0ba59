/** Makes elements. Strangers' text becomes text nodes: nothing in the widget parses markup or writes style attributes. */

/** The text of panel.css, put here by the build. */
declare const PANEL_CSS: string;
let sheet: CSSStyleSheet | undefined;

/** An element with attributes and children; texts become text nodes, what is empty is left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string | false)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const child of children) if (child) element.append(child);
  return element;
}

/** Gives an element a shadow root with the one sheet of all; a constructed sheet passes any content security policy. */
export function openShadow(host: HTMLElement, ...children: Node[]): ShadowRoot {
  const root = host.attachShadow({ mode: 'open' });
  root.append(...children);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(PANEL_CSS);
  }
  root.adoptedStyleSheets = [sheet];
  return root;
}
