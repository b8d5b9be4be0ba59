// Tests: test/browser/dashboard.test.ts.
import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSignOut } from '../api/session.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import classes from './account-menu.module.css';
import { useStore } from './current-store.ts';

const schemes: readonly {
  readonly value: 'light' | 'dark' | 'auto';
  readonly label: string;
  readonly icon: IconName;
}[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'As the system', icon: 'system' },
];

/**
 * The menu of the signed-in person: account, colour scheme, sign-out (`DELETE /session`). Signing out forgets all
 * answers, also if the call fails.
 */
export function AccountMenu() {
  const { user, storeId } = useStore();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const navigate = useNavigate();
  return (
    <div className={classes.place}>
      <Menu width={228} position="top-start" shadow="md">
        <Menu.Target>
          <UnstyledButton className={classes.person}>
            <Icon name="person" />
            <VisuallyHidden>Account of</VisuallyHidden>
            <span className={classes.name}>{user.name}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email}</Menu.Label>
          <Menu.Item
            leftSection={<Icon name="person" size={16} />}
            onClick={() => void navigate({ to: '/stores/$storeId/account', params: { storeId } })}
          >
            Your account
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Colours</Menu.Label>
          {schemes.map(({ value, label, icon }) => (
            <Menu.Item
              key={value}
              leftSection={<Icon name={icon} size={16} />}
              rightSection={value === colorScheme ? <Icon name="check" size={16} /> : null}
              onClick={() => setColorScheme(value)}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="leave" size={16} />} onClick={() => signOut.mutate()}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
