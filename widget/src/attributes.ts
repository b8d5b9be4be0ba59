/** Attributes that the widget lends to an input, and gives back as they were. */
type Values = Readonly<Record<string, string>>;

/** Sets what is `needed`, and of `missing` what the page has not chosen itself. Returns the way back. */
export function lendAttributes(input: HTMLElement, needed: Values, missing: Values): () => void {
  const own: [string, string | null][] = [];
  const lend = ([name, value]: [string, string]) => {
    own.push([name, input.getAttribute(name)]);
    input.setAttribute(name, value);
  };
  Object.entries(needed).forEach(lend);
  Object.entries(missing)
    .filter(([name]) => !input.hasAttribute(name))
    .forEach(lend);
  return () => {
    for (const [name, value] of own) {
      if (value === null) input.removeAttribute(name);
      else input.setAttribute(name, value);
    }
  };
}
