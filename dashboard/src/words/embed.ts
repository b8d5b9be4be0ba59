/** Writes the lines of HTML that a shop puts into its pages. Values are escaped; nothing is read or loaded here. */
// Tests: ./embed.test.ts.

/** Settings of the widget that differ from its defaults, by attribute name. */
export type EmbedAttributes = Readonly<Record<string, string>>;

/** The line that loads the newest widget. */
export function embedLine(origin: string, key: string, attributes: EmbedAttributes = {}): string {
  return scriptTag(`${origin}/widget.js`, { 'data-api-key': key, ...attributes });
}

/** The line for a shop whose own server forwards the script, answers and events below a path such as `/search`. */
export function proxiedLine(path: string, key: string, attributes: EmbedAttributes = {}): string {
  return embedLine(path, key, {
    ...attributes,
    'data-endpoint': `${path}/api/v1/autocomplete`,
    'data-events-endpoint': `${path}/api/v1/events`,
  });
}

/** The line for one build: the browser refuses any other bytes. */
export function pinnedLine(
  origin: string,
  key: string,
  build: { readonly hash: string; readonly integrity: string },
  attributes: EmbedAttributes = {},
): string {
  return scriptTag(`${origin}/widget/${build.hash}.js`, {
    integrity: build.integrity,
    crossorigin: 'anonymous',
    'data-api-key': key,
    ...attributes,
  });
}

/** The line that opens the connection before the first key is pressed. */
export function preconnectLine(origin: string): string {
  return `<link rel="preconnect" href="${origin}" crossorigin>`;
}

/** The sources that a page with a content security policy must allow. */
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
