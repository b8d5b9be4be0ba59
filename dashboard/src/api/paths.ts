// Tests: ./imports.test.ts.
/** A path below a store. The caller has encoded what people typed. */
export function storePath(storeId: string, rest: string): string {
  return `/stores/${encodeURIComponent(storeId)}${rest}`;
}

/** The cursor of the next page, for lists that are read page by page. */
export function nextPageCursor(page: { readonly next_cursor: string | null }): string | null {
  return page.next_cursor;
}
