// Tests: test/browser/dashboard-phrases.test.ts.
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { stripInvisible, visibleText } from '../../../../contract/visible-text.ts';
import { ProductSearch } from '../../parts/product-search.tsx';
import { useStore } from '../../shell/current-store.ts';

/**
 * Asks for a product (`GET /products`) and opens that product's page, where the query is ready to be saved as a phrase. It saves
 * nothing itself. For editors and owners.
 */
export function AddPhraseButton({ query }: { readonly query: string }) {
  const { storeId } = useStore();
  const navigate = useNavigate();
  const [isOpen, dialog] = useDisclosure(false);
  const open = (externalId: string) =>
    void navigate({
      to: '/stores/$storeId/products/$externalId',
      params: { storeId, externalId },
      search: { phrase: stripInvisible(query) },
    });
  return (
    <>
      <Button size="compact-xs" variant="light" onClick={dialog.open}>
        Add as a phrase of a product
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={`Which product is “${visibleText(query)}”?`}>
        <ProductSearch
          label="Search your products"
          description="The phrase is added to those of the product that you choose."
          isFocused
          onChoose={open}
        />
      </Modal>
    </>
  );
}
