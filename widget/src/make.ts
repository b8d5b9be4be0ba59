/**
 * Creates elements. Text from answers becomes text nodes: the widget never parses markup or writes style attributes.
 * Names of attributes and tags are our own and trusted.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.

/** The texts of hosts.css and parts.css, put here by the build. */
declare const HOSTS_CSS: string;
declare const PARTS_CSS: string;
let sheet: CSSStyleSheet | undefined;

/** The nearest ancestor that matches a selector, across shadow roots. */
export function climb(element: Element, selector: string): HTMLElement | null {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return element.closest<HTMLElement>(selector) || (host ? climb(host, selector) : null);
}

/** Sets an attribute; null removes it. */
export function put(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Creates an element with attributes and children; texts become text nodes, empty ones are left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string | false | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) put(element, name, value);
  for (const child of children) if (child) element.append(child);
  return element;
}

/** Attaches a shadow root with the shared style sheet; a constructed sheet passes any content security policy. */
export function openShadow(host: HTMLElement, ...children: Node[]): ShadowRoot {
  const root = host.attachShadow({ mode: 'open' });
  root.append(...children);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    // The end of every declaration: important there, and not in the other (see both).
    sheet.replaceSync(HOSTS_CSS.replace(/[^}](?=[;}])/g, '$&!important') + PARTS_CSS);
  }
  root.adoptedStyleSheets = [sheet];
  return root;
}
