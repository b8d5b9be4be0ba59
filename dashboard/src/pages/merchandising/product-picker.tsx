import { ActionIcon, Autocomplete, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import type { ProductRow } from '../../api/answers.ts';
import { useProducts } from '../../api/products.ts';
import { Icon } from '../../parts/icon.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { useStore } from '../../shell/current-store.ts';
import classes from './merchandising.module.css';

interface ProductPickerProps {
  readonly label: string;
  /** External ids in their order. */
  readonly ids: readonly string[];
  /** What is known of products, by external id. */
  readonly known: ReadonlyMap<string, ProductRow>;
  readonly isOrdered: boolean;
  readonly onChange: (ids: readonly string[], chosen?: ProductRow) => void;
}

/** Products, found by what is typed; an id that the catalog does not have yet can be taken as well. */
export function ProductPicker({ label, ids, known, isOrdered, onChange }: ProductPickerProps) {
  const move = (index: number, by: number) => {
    const id = ids[index] ?? '';
    onChange(ids.toSpliced(index, 1).toSpliced(index + by, 0, id));
  };
  return (
    <Stack gap={8}>
      {ids.length > 0 && (
        <ul className={classes.products} aria-label={`${label}: chosen`}>
          {ids.map((id, index) => {
            const name = known.get(id)?.title ?? id;
            return (
              <li key={id} className={classes.product}>
                <ProductPicture url={known.get(id)?.image_url ?? null} size={36} />
                <span className={classes.words}>
                  <span className={classes.title}>{name}</span>
                  {known.has(id) || <span className={classes.missing}>Not in the catalog yet</span>}
                </span>
                {isOrdered && index > 0 && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={32}
                    aria-label={`Move ${name} up`}
                    onClick={() => move(index, -1)}
                  >
                    <Icon name="up" size={16} />
                  </ActionIcon>
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(ids.toSpliced(index, 1))}
                >
                  <Icon name="close" size={16} />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
      {ids.length < limits.merchandisingProductsPerList && (
        <ProductSearch
          label={label}
          onChoose={(id, product) => {
            if (!ids.includes(id)) onChange([...ids, id], product);
          }}
        />
      )}
    </Stack>
  );
}

interface ProductSearchProps {
  readonly label: string;
  readonly onChoose: (externalId: string, product: ProductRow | undefined) => void;
}

const typingPauseMs = 200;
const productsOffered = 6;

function ProductSearch({ label, onChoose }: ProductSearchProps) {
  const { storeId } = useStore();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), typingPauseMs);
  const found = useProducts(storeId, search === '' ? {} : { q: search });
  const products = found.data?.pages[0]?.products.slice(0, productsOffered) ?? [];
  const typed = text.trim();
  const options = products.map(({ external_id, title }) => ({
    value: external_id,
    label: `${title} (${external_id})`,
  }));
  // Only once it is known that the catalog has no such product.
  const isFound = search !== typed || found.isFetching || options.some(({ value }) => value === typed);
  const isOwnId = typed !== '' && !isFound;
  return (
    <Autocomplete
      label={label}
      placeholder="Title or product id"
      data={isOwnId ? [...options, { value: typed, label: typed }] : options}
      // The service has filtered already, and finds more than the text of an option holds.
      filter={({ options: all }) => all}
      renderOption={({ option }) =>
        isOwnId && option.value === typed
          ? `Take the id “${typed}”`
          : (options.find(({ value }) => value === option.value)?.label ?? option.value)
      }
      maxDropdownHeight={320}
      value={text}
      onChange={setText}
      onOptionSubmit={(id) => {
        onChoose(
          id,
          products.find((product) => product.external_id === id),
        );
        // Mantine writes the choice into the field after this.
        queueMicrotask(() => setText(''));
      }}
    />
  );
}
