// Tests: test/browser/dashboard.test.ts.
import { useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSignOut } from '../api/session.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../parts/menu.tsx';
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
      <Menu
        opens="above"
        className={classes.person}
        button={
          <>
            <Icon name="person" />
            <VisuallyHidden>Account of</VisuallyHidden>
            <span className={classes.name}>{user.name}</span>
          </>
        }
      >
        <MenuLabel>{user.email}</MenuLabel>
        <MenuItem
          icon="person"
          onClick={() => void navigate({ to: '/stores/$storeId/account', params: { storeId } })}
        >
          Your account
        </MenuItem>
        <MenuLine />
        <MenuLabel>Colours</MenuLabel>
        {schemes.map(({ value, label, icon }) => (
          <MenuItem
            key={value}
            icon={icon}
            isChecked={value === colorScheme}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem icon="leave" onClick={() => signOut.mutate()}>
          Sign out
        </MenuItem>
      </Menu>
    </div>
  );
}
