// Tests: test/browser/dashboard.test.ts.
import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { StoreSummary } from '../api/answers.ts';
import { Icon } from '../parts/icon.tsx';
import { roleWords } from '../words/roles.ts';
import { useStore } from './current-store.ts';
import classes from './store-switcher.module.css';

/** Names the open store and links to the person's other stores; operators can create one. Makes no call. */
export function StoreSwitcher({ stores }: { readonly stores: readonly StoreSummary[] }) {
  const { store, user } = useStore();
  const navigate = useNavigate();
  return (
    <Menu width={228} position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.store}>
          <span className={classes.badge} aria-hidden="true">
            {initialOf(store.name)}
          </span>
          <span className={classes.words}>
            <span className={classes.name}>{store.name}</span>
            <span className={classes.detail}>
              {roleWords[store.role].name} · {store.plan}
            </span>
          </span>
          <VisuallyHidden>Choose another store</VisuallyHidden>
          <Icon name="chevron" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Your stores</Menu.Label>
        {stores.map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={<Icon name={id === store.id ? 'check' : 'store'} size={16} />}
            onClick={() => void navigate({ to: '/stores/$storeId', params: { storeId: id } })}
          >
            <Text size="sm" truncate>
              {name}
            </Text>
          </Menu.Item>
        ))}
        {user.is_operator && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => void navigate({ to: '/new-store' })}
            >
              Create a store
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The first letter of a name, whole even if it takes two code units. */
function initialOf(name: string): string {
  return ([...name.trim()][0] ?? '·').toUpperCase();
}
