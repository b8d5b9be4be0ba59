// Tests: test/browser/dashboard-phrases.test.ts.
import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { stripInvisible, visibleText } from '../../../../contract/visible-text.ts';
import { useProducts } from '../../api/products.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { useStore } from '../../shell/current-store.ts';
import classes from './searches.module.css';

const typingPauseMs = 250;
const shownProducts = 5;

/**
 * A button beside a query that found nothing. It asks for a product (`GET /products`) and opens that product's page,
 * where the query is ready to be saved as a phrase. It saves nothing itself. For editors and owners. / A failed read
 * shows the reason, and a button to try again.
 */
export function AddPhraseButton({ query }: { readonly query: string }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="light"
        aria-label={`Add phrase: ${visibleText(query)}`}
        onClick={dialog.open}
      >
        Add phrase
      </Button>
      {isOpen && (
        <Modal opened onClose={dialog.close} title={`Which product is “${visibleText(query)}”?`}>
          <ProductChoice query={query} />
        </Modal>
      )}
    </>
  );
}

function ProductChoice({ query }: { readonly query: string }) {
  const { storeId } = useStore();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), typingPauseMs);
  const list = useProducts(storeId, q === '' ? {} : { q });
  const products = list.data?.pages[0]?.products.slice(0, shownProducts) ?? [];
  return (
    <Stack>
      <TextInput
        label="Search your products"
        description="The phrase is added to those of the product that you choose."
        type="search"
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && products.length === 0 && <Text c="dimmed">No product matches.</Text>}
      <ul className={classes.results}>
        {products.map(({ external_id: externalId, title, image_url: url }) => (
          <li key={externalId} className={classes.found}>
            <span className={classes.product}>
              <ProductPicture url={url} size={36} />
              <span>{title}</span>
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={`Choose ${title}`}
              renderRoot={(props) => (
                <Link
                  to="/stores/$storeId/products/$externalId"
                  params={{ storeId, externalId }}
                  search={{ phrase: stripInvisible(query) }}
                  {...props}
                />
              )}
            >
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
