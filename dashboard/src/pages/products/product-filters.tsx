// Tests: test/browser/dashboard.test.ts.
import { Button, Group, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { missingFields } from '../../../../contract/words/product.ts';
import type { ProductFilter } from '../../api/products.ts';
import { Icon } from '../../parts/icon.tsx';

interface ProductFiltersProps {
  readonly filter: ProductFilter;
  readonly onChange: (filter: ProductFilter) => void;
}

const stockChoices = [
  { value: '', label: 'In and out of stock' },
  { value: 'in', label: 'In stock' },
  { value: 'out', label: 'Out of stock' },
];
const missingChoices = [
  { value: '', label: 'Complete or not' },
  ...missingFields.map((field) => ({
    value: field,
    // A product without stock would be one that is sold out.
    label: `Without ${field === 'stock' ? 'stock count' : field}`,
  })),
];
const typingPauseMs = 250;

/**
 * The search and the filters of the product list. A search replaces the filters, since the engine does not know them.
 * Makes no call: it reports each choice.
 */
export function ProductFilters({ filter, onChange }: ProductFiltersProps) {
  const [text, setText] = useState(filter.q ?? '');
  const search = useDebouncedCallback((q: string) => {
    const { q: _, ...rest } = filter;
    onChange(q.trim() === '' ? rest : { ...rest, q });
  }, typingPauseMs);
  const choose = (name: 'stock' | 'missing', value: string) => {
    const { [name]: _, ...rest } = filter;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <Group gap="sm" component="search">
      <TextInput
        aria-label="Search by title, brand or product id"
        placeholder="Search by title, brand or product id"
        leftSection={<Icon name="search" size={16} />}
        type="search"
        flex="1 1 280px"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      <NativeSelect
        aria-label="Stock"
        data={stockChoices}
        value={filter.stock ?? ''}
        onChange={(event) => choose('stock', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="What is missing"
        data={missingChoices}
        value={filter.missing ?? ''}
        onChange={(event) => choose('missing', event.currentTarget.value)}
      />
      {filter.type !== undefined && (
        <Button
          variant="light"
          rightSection={<span aria-hidden="true">×</span>}
          onClick={() => {
            const { type: _, ...rest } = filter;
            onChange(rest);
          }}
        >
          Type: {filter.type}
          <VisuallyHidden>, show the others too</VisuallyHidden>
        </Button>
      )}
    </Group>
  );
}
