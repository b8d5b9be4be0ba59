/** The line that a shop puts into its pages, for a key. */
export function embedLine(origin: string, key: string): string {
  return `<script src="${origin}/widget.js" data-key="${key}" async></script>`;
}
