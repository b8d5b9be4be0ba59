// Tests: test/browser/dashboard-merchandising.test.ts.
import { ActionIcon, Autocomplete, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import type { ProductRow } from '../../../../contract/products.ts';
import { useProducts } from '../../api/products.ts';
import { Icon } from '../../parts/icon.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { useStore } from '../../shell/current-store.ts';
import classes from './rules.module.css';

interface ProductPickerProps {
  readonly label: string;
  /** External ids in their order. */
  readonly ids: readonly string[];
  /** The products that are known, by external id. */
  readonly known: ReadonlyMap<string, ProductRow>;
  readonly isOrdered: boolean;
  /** Text that is typed while no product is chosen for it. */
  readonly text: string;
  readonly fault: string | undefined;
  readonly onType: (text: string) => void;
  readonly onChange: (ids: readonly string[], chosen?: ProductRow) => void;
}

/**
 * A list of products that a person finds by typing (`GET /products`), can order and remove. An id that the catalog
 * lacks can be taken as well, for a product that comes later. At most `limits.merchandisingProductsPerList`.
 */
export function ProductPicker(props: ProductPickerProps) {
  const { label, ids, known, isOrdered, text, fault, onType, onChange } = props;
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
          text={text}
          fault={fault}
          onType={onType}
          onChoose={(id, product) => {
            if (!ids.includes(id)) onChange([...ids, id], product);
          }}
        />
      )}
    </Stack>
  );
}

interface ProductSearchProps extends Pick<ProductPickerProps, 'label' | 'text' | 'fault' | 'onType'> {
  readonly onChoose: (externalId: string, product: ProductRow | undefined) => void;
}

const typingPauseMs = 200;
const productsOffered = 6;

function ProductSearch({ label, text, fault, onType, onChoose }: ProductSearchProps) {
  const { storeId } = useStore();
  const [search] = useDebouncedValue(text.trim(), typingPauseMs);
  const found = useProducts(storeId, search === '' ? {} : { q: search });
  const products = found.data?.pages[0]?.products.slice(0, productsOffered) ?? [];
  const typed = text.trim();
  const options = products.map(({ external_id, title }) => ({
    value: external_id,
    label: `${title} (${external_id})`,
  }));
  // Only once it is known that the catalog has no such product.
  const isCurrent = typed !== '' && search === typed && !found.isFetching;
  const isOwnId = isCurrent && !options.some(({ value }) => value === typed);
  const choose = (id: string) => {
    onChoose(
      id,
      products.find((product) => product.external_id === id),
    );
    // Mantine writes the choice into the field after this.
    queueMicrotask(() => onType(''));
  };
  const chooseFirst = () => {
    const exact = options.find(({ value }) => value === typed);
    choose((exact ?? options[0])?.value ?? typed);
  };
  // The text for which Enter was pressed before its products were found.
  const [awaited, setAwaited] = useState<string | null>(null);
  useEffect(() => {
    if (!isCurrent || awaited === null) return;
    setAwaited(null);
    if (awaited === typed) chooseFirst();
  });
  /**
   * Enter never submits the form: it takes the typed id or the first product found, unless one was chosen with the
   * arrow keys.
   */
  const takeByEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (typed !== '' && !event.currentTarget.getAttribute('aria-activedescendant')) setAwaited(typed);
  };
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
      error={fault}
      onChange={onType}
      onKeyDown={takeByEnter}
      onOptionSubmit={choose}
    />
  );
}
