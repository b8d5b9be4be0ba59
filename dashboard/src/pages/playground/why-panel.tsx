// Tests: test/browser/dashboard.test.ts.
import { Autocomplete, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PlaceOfProduct } from '../../../../contract/playground.ts';
import { useRead } from '../../api/call.ts';
import { useProducts } from '../../api/products.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { useStore } from '../../shell/current-store.ts';
import classes from './why-panel.module.css';

interface WhyPanelProps {
  readonly q: string;
  /** The product that the page was opened for. */
  readonly initial: string | null;
}

/**
 * Says at which position a chosen product is for the query, and why it is not higher or missing (`GET
 * /playground/why`). Products are found by typing (`GET /products`). A failure is a note.
 */
export function WhyPanel({ q, initial }: WhyPanelProps) {
  const { storeId } = useStore();
  const [externalId, setExternalId] = useState(initial);
  const isAsked = externalId !== null && q.trim() !== '';
  const options = { query: { q, external_id: externalId }, keepsPrevious: true, staleMs: 0 };
  const why = useRead(storeId, 'GET /playground/why', isAsked ? {} : null, options);
  return (
    <Panel title="Why is a product not here?" lead="Choose a product to see its position for this query.">
      <Stack>
        <ProductChoice value={externalId} onChange={setExternalId} />
        {externalId !== null && q.trim() === '' && (
          <Text size="sm" c="dimmed">
            Type a query above first.
          </Text>
        )}
        {why.isError && <FailureNote error={why.error} />}
        {isAsked && why.data !== undefined && <Verdict why={why.data} />}
      </Stack>
    </Panel>
  );
}

interface ProductChoiceProps {
  readonly value: string | null;
  readonly onChange: (externalId: string | null) => void;
}

const typingPauseMs = 200;
/** The most products that are offered, so few that the choice "ask about this id" stays visible below them. Chosen. */
const productsOffered = 6;

/** A field that offers products for the typed text; an id that the catalog lacks can be asked about as well. */
function ProductChoice({ value, onChange }: ProductChoiceProps) {
  const { storeId } = useStore();
  const [text, setText] = useState(value ?? '');
  const [chosenText, setChosenText] = useState(text);
  const typed = text === chosenText ? '' : text.trim();
  const [search] = useDebouncedValue(typed, typingPauseMs);
  const found = useProducts(storeId, search === '' ? {} : { q: search });
  const products = found.data?.pages[0]?.products.slice(0, productsOffered) ?? [];
  const options = products.map(({ external_id, title }) => ({
    value: external_id,
    label: `${title} (${external_id})`,
  }));
  const isAskable = typed !== '' && !options.some((option) => option.value === typed);
  const asTyped = isAskable ? [{ value: typed, label: typed }] : [];
  return (
    <Autocomplete
      aria-label="Product"
      placeholder="Title or product id"
      clearable
      data={[...options, ...asTyped]}
      // The service has filtered already, and finds more than the text of an option holds.
      filter={({ options: all }) => all}
      renderOption={({ option }) =>
        isAskable && option.value === typed ? `Ask about the id “${typed}”` : labelOf(option)
      }
      maxDropdownHeight={320}
      value={text}
      onChange={(next) => {
        setText(next);
        if (next === '') onChange(null);
      }}
      onOptionSubmit={(externalId) => {
        const option = [...options, ...asTyped].find((one) => one.value === externalId);
        setChosenText(option?.label ?? externalId);
        onChange(externalId);
      }}
      // The next typed text replaces the choice.
      onClick={(event) => {
        if (text === chosenText) event.currentTarget.select();
      }}
    />
  );
}

function labelOf(option: { readonly value: string; readonly label?: string }): string {
  return option.label ?? option.value;
}

function Verdict({ why }: { readonly why: PlaceOfProduct }) {
  const { storeId } = useStore();
  const { product, reason } = why;
  return (
    <div className={classes.verdict} role="status">
      {product !== null && <ProductPicture url={product.image_url} size={46} />}
      <div>
        {product !== null && (
          <Link
            to="/stores/$storeId/products/$externalId"
            params={{ storeId, externalId: product.external_id }}
            className={classes.title}
          >
            {product.title}
          </Link>
        )}
        <p className={classes.words}>{reason.message}</p>
      </div>
    </div>
  );
}
