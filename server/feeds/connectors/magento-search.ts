/** Writes the search criteria of Magento's REST API as a query. Pure. */
// Tests: ./magento-search.test.ts.

/** A field, how it is compared, and the value; `in` takes values separated by commas. */
export type Filter = readonly [field: string, condition: 'eq' | 'in' | 'gt' | 'gteq', value: string];

/** The page that is asked for. */
interface Page {
  readonly size: number;
  /** 1-based; the first if absent. */
  readonly page?: number;
  /** The field by which items rise; Magento's own order if absent. */
  readonly sortBy?: string;
}

/** All filters hold at once. */
export function searchQuery(
  filters: readonly Filter[],
  { size, page = 1, sortBy }: Page,
): Record<string, string> {
  const conditions = filters.flatMap(([field, condition, value], index) => {
    const place = `searchCriteria[filter_groups][${index}][filters][0]`;
    return [
      [`${place}[field]`, field],
      [`${place}[condition_type]`, condition],
      [`${place}[value]`, value],
    ];
  });
  const order =
    sortBy === undefined
      ? []
      : [
          ['searchCriteria[sortOrders][0][field]', sortBy],
          ['searchCriteria[sortOrders][0][direction]', 'ASC'],
        ];
  return Object.fromEntries([
    ...conditions,
    ...order,
    ['searchCriteria[pageSize]', String(size)],
    ['searchCriteria[currentPage]', String(page)],
  ]);
}

/** Characters of a list of values in an address; the rest of the query takes some 600 of 2,048. */
const listMaxLength = 1_000;

/** Values joined by commas, in as many lists as keep each address short. */
export function valuesInParts(values: readonly string[]): string[] {
  const parts: string[] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const value of values) {
    const added = encodeURIComponent(`,${value}`).length;
    if (length + added > listMaxLength) {
      parts.push(value);
      length = added;
    } else {
      parts[parts.length - 1] += `,${value}`;
      length += added;
    }
  }
  return parts;
}
