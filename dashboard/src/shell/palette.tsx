// Tests: test/browser/dashboard-palette.test.ts.
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { useRead } from '../api/call.ts';
import { useProducts } from '../api/products.ts';
import { Icon } from '../parts/icon.tsx';
import { ProductPicture } from '../parts/product-picture.tsx';
import { useReturnFocus } from '../parts/use-return-focus.ts';
import { useStore } from './current-store.ts';
import classes from './palette.module.css';
import { type Jump, jumpsTo } from './palette-jumps.ts';

const typingPauseMs = 150;
/** Searches of the last 30 days that are offered. */
const searchesKnown = 200;

/**
 * A field that leads to any search, product or page of the store. Reads frequent searches (`GET /analytics/searches`) and products that
 * hold the typed words (`GET /products`); while they are read or cannot be, pages and the typed query are offered. Arrow keys choose,
 * Enter opens, Escape closes.
 */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { storeId } = useStore();
  useReturnFocus();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const listId = useId();
  const [q] = useDebouncedValue(text.trim(), typingPauseMs);
  const searches = useRead(storeId, 'GET /analytics/searches', {}, { query: { limit: searchesKnown } });
  const products = useProducts(storeId, q === '' ? {} : { q });
  const jumps = jumpsTo(storeId, text, {
    searches: searches.data?.queries.map(({ query }) => query) ?? [],
    products: q === '' ? [] : (products.data?.pages[0]?.products ?? []),
  });
  const chosen = Math.min(place, jumps.length - 1);
  const open = (jump: Jump) => {
    onClose();
    void navigate(jump.link);
  };
  const steer = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setPlace((chosen + by + jumps.length) % jumps.length);
    }
    const jump = jumps[chosen];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && jump !== undefined) open(jump);
  };
  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content aria-label="Go to">
        <Modal.Body p={0}>
          <TextInput
            size="lg"
            variant="unstyled"
            className={classes.field ?? ''}
            leftSection={<Icon name="search" size={18} />}
            placeholder="A search, a product or a page"
            aria-label="Go to"
            role="combobox"
            aria-expanded={jumps.length > 0}
            aria-controls={listId}
            aria-activedescendant={`${listId}-${chosen}`}
            data-autofocus
            value={text}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
              setPlace(0);
            }}
            onKeyDown={steer}
          />
          <div id={listId} role="listbox" aria-label="Searches, products and pages" className={classes.list}>
            {jumps.map((jump, at) => (
              <Option
                key={`${jump.kind} ${jump.label} ${jump.detail}`}
                id={`${listId}-${at}`}
                jump={jump}
                isChosen={at === chosen}
                onOpen={() => open(jump)}
              />
            ))}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface OptionProps {
  readonly id: string;
  readonly jump: Jump;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

/** One place to go to. The field takes the keys and names this option as the active one; Enter on the option itself opens it too. */
function Option({ id, jump: { icon, label, detail, imageUrl = null }, isChosen, onOpen }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes.option}
      onClick={onOpen}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onOpen();
      }}
    >
      {icon === undefined ? <ProductPicture url={imageUrl} size={32} /> : <Icon name={icon} size={16} />}
      <span className={classes.label} dir="auto">
        {label}
      </span>
      <span className={classes.detail}>{detail}</span>
    </div>
  );
}
