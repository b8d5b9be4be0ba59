// Tests: test/browser/dashboard.test.ts.
import { type Role, roles } from '../../../contract/words/roles.ts';

/** The name of each role, and what it may do. */
export const roleWords: Readonly<Record<Role, { readonly name: string; readonly can: string }>> = {
  viewer: { name: 'Viewer', can: 'sees everything and changes nothing.' },
  editor: { name: 'Editor', can: 'imports products too.' },
  owner: { name: 'Owner', can: 'manages keys, members and settings too.' },
};

/** The roles to choose from. */
export const roleChoices = roles.map((role) => ({ value: role, label: roleWords[role].name }));

/** Whether a role may do what the wanted role may. */
export function reaches(role: Role, wanted: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(wanted);
}
