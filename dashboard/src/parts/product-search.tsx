// Tests: test/browser/dashboard-merchandising.test.ts, test/browser/dashboard-query.test.ts.
import { Autocomplete, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { ProductRow } from '../../../contract/products.ts';
import { useProducts } from '../api/products.ts';
import { useStore } from '../shell/current-store.ts';
import { ProductPicture } from './product-picture.tsx';

interface ProductSearchProps {
  readonly label: string;
  readonly description?: string;
  /** The typed text, where the caller needs to know it. */
  readonly text?: string;
  readonly fault?: string | undefined;
  readonly isFocused?: boolean;
  readonly onType?: (text: string) => void;
  /** `product` is undefined for an id that the catalog lacks. */
  readonly onChoose: (externalId: string, product: ProductRow | undefined) => void;
}

const typingPauseMs = 200;
const productsOffered = 6;

/**
 * A field in which a person finds a product by typing (`GET /products`). Enter takes the typed id or the first product found; an id
 * that the catalog lacks can be taken as well. The field is empty again after a choice.
 */
export function ProductSearch(props: ProductSearchProps) {
  const { label, description, fault, isFocused = false, onChoose } = props;
  const { storeId } = useStore();
  const [ownText, setOwnText] = useState('');
  const { text = ownText, onType = setOwnText } = props;
  const [search] = useDebouncedValue(text.trim(), typingPauseMs);
  const found = useProducts(storeId, search === '' ? {} : { q: search });
  const products = found.data?.pages[0]?.products.slice(0, productsOffered) ?? [];
  const typed = text.trim();
  const options = products.map(optionOf);
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
  const takeByEnter = useEnter(typed, isCurrent, chooseFirst);
  return (
    <Autocomplete
      label={label}
      {...(description !== undefined && { description })}
      {...(isFocused && { 'data-autofocus': true })}
      placeholder="Title or product id"
      data={isOwnId ? [...options, { value: typed, label: typed, url: null }] : options}
      // The service has filtered already, and finds more than the text of an option holds.
      filter={({ options: all }) => all}
      renderOption={({ option: { value } }) =>
        isOwnId && value === typed ? (
          `Take the id “${typed}”`
        ) : (
          <Option {...(options.find((option) => option.value === value) ?? { label: value, url: null })} />
        )
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

/**
 * Enter never submits the form: once the products of the typed text are found, `take` is called, unless one was chosen with the arrow
 * keys.
 */
function useEnter(typed: string, isCurrent: boolean, take: () => void) {
  // The text for which Enter was pressed before its products were found.
  const [awaited, setAwaited] = useState<string | null>(null);
  useEffect(() => {
    if (!isCurrent || awaited === null) return;
    setAwaited(null);
    if (awaited === typed) take();
  });
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (typed !== '' && !event.currentTarget.getAttribute('aria-activedescendant')) setAwaited(typed);
  };
}

function optionOf({ external_id: value, title, image_url: url }: ProductRow) {
  return { value, label: `${title} (${value})`, url };
}

function Option({ url, label }: { readonly url: string | null; readonly label: string }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <ProductPicture url={url} size={32} />
      <span>{label}</span>
    </Group>
  );
}
