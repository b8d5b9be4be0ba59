/**
 * What /dashboard/api answers, in the words of the wire. Pages show these objects as they are: turning every name
 * to another case would only make two names for each thing.
 */

export type Role = 'viewer' | 'editor' | 'owner';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly is_operator: boolean;
}

/** A store that the person who is signed in may see. */
export interface StoreSummary {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly currency: string;
  readonly locale: string;
  readonly role: Role;
}

export interface SessionAnswer {
  readonly user: Person;
  readonly stores: readonly StoreSummary[];
  readonly csrf_token: string;
}

export interface InvitationAnswer {
  readonly invitation: {
    readonly email: string;
    readonly role: Role;
    readonly store: { readonly name: string };
    readonly expires_at: string;
  };
}

export interface StoreSettings {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly currency: string;
  readonly locale: string;
  readonly created_at: string;
  readonly products_limit: number | null;
  readonly enriched_limit: number | null;
}

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly is_operator: boolean;
  readonly joined_at: string;
  readonly last_seen_at: string | null;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expires_at: string;
}

export interface MembersAnswer {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly name: string; readonly email: string } | null;
  readonly action: string;
  readonly subject: string | null;
  readonly details: unknown;
}
