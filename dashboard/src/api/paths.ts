/** A path below a store; what people typed is encoded by the caller. */
export function storePath(storeId: string, rest: string): string {
  return `/stores/${encodeURIComponent(storeId)}${rest}`;
}

/** For lists that are read page by page. */
export function nextPageCursor(page: { readonly next_cursor: string | null }): string | null {
  return page.next_cursor;
}
