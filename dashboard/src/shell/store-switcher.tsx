// Tests: test/browser/dashboard.test.ts.
import { VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { StoreSummary } from '../api/answers.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../parts/menu.tsx';
import { roleWords } from '../words/roles.ts';
import { useStore } from './current-store.ts';
import classes from './store-switcher.module.css';

/** Names the open store and links to the person's other stores; operators can create one. Makes no call. */
export function StoreSwitcher({ stores }: { readonly stores: readonly StoreSummary[] }) {
  const { store, user } = useStore();
  const navigate = useNavigate();
  return (
    <Menu
      opens="below"
      className={classes.store}
      button={
        <>
          <span className={classes.badge} aria-hidden="true">
            {initialOf(store.name)}
          </span>
          <span className={classes.words}>
            <span className={classes.name}>{store.name}</span>
            <span className={classes.detail}>
              {store.is_demo ? 'Demo' : roleWords[store.role].name} · {store.plan}
            </span>
          </span>
          <VisuallyHidden>Choose another store</VisuallyHidden>
          <Icon name="chevron" size={16} />
        </>
      }
    >
      <MenuLabel>Your stores</MenuLabel>
      {stores.map(({ id, name }) => (
        <MenuItem
          key={id}
          icon={id === store.id ? 'check' : 'store'}
          onClick={() => void navigate({ to: '/stores/$storeId', params: { storeId: id } })}
        >
          {name}
        </MenuItem>
      ))}
      {user.is_operator && (
        <>
          <MenuLine />
          <MenuItem icon="plus" onClick={() => void navigate({ to: '/new-store' })}>
            Create a store
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** The first letter of a name, whole even if it takes two code units. */
function initialOf(name: string): string {
  return ([...name.trim()][0] ?? '·').toUpperCase();
}
