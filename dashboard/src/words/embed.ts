/** The lines that a shop puts into its pages. */

/** What of the widget differs from its defaults, by the attribute's name. */
export type EmbedAttributes = Readonly<Record<string, string>>;

/** The line that binds the widget, always the newest. */
export function embedLine(origin: string, key: string, attributes: EmbedAttributes = {}): string {
  return scriptTag(`${origin}/widget.js`, { 'data-api-key': key, ...attributes });
}

/** The line with one build, which the browser refuses where a byte of it differs. */
export function pinnedLine(
  origin: string,
  key: string,
  build: { readonly hash: string; readonly integrity: string },
): string {
  return scriptTag(`${origin}/widget/${build.hash}.js`, {
    integrity: build.integrity,
    crossorigin: 'anonymous',
    'data-api-key': key,
  });
}

/** Opens the connection before the first key is pressed. */
export function preconnectLine(origin: string): string {
  return `<link rel="preconnect" href="${origin}" crossorigin>`;
}

/** What a page with a content security policy has to allow. */
export function policyLine(origin: string): string {
  return `script-src ${origin}; connect-src ${origin}; img-src https:`;
}

function scriptTag(address: string, attributes: EmbedAttributes): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeValue(value)}"`);
  return `<script async src="${address}"${written.join('')}></script>`;
}

function escapeValue(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
