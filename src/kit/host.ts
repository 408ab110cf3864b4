import type { ComponentType } from 'react';
import type { DateText } from '#rules/calendar.ts';

/** The product names its fields and operations here (`declare module`), so that a wrong name does not compile. */
export interface KitFields {}
export interface KitOperations {}

/** A schema, such as one of zod. */
export interface KitSchema {
  safeParse(value: unknown): {
    success: boolean;
    error?: { issues: readonly { code?: string; path: readonly PropertyKey[]; message: string }[] };
  };
}

interface KitField {
  label: string;
  /** Decides the form control, and a column's alignment, width and filter. */
  input: 'text' | 'code' | 'integer' | 'amount' | 'rate' | 'date' | 'dateTime' | 'flag' | 'records';
  /** Of what may be sent. */
  write: KitSchema;
  /** Of what may be searched for, if that is more. */
  find?: KitSchema;
  /** Maximum length of a text, or digits of a number. */
  max?: number;
  /** A list has the labels of its values. */
  lookup?: string;
  /** Written with this many digits. */
  digits?: number;
  /** Holds the value of any field. */
  isLogged?: true;
  /** Written in groups on screen. */
  isPhone?: true;
  /** Masked on screen. */
  sensitive?: true;
}

export interface StatusLook {
  label: string;
  tone: 'success' | 'error' | 'warning' | 'info' | 'muted';
  /** Of an icon in a 16 by 16 box. */
  path?: string;
}

/** @param related fields of the same record, on which the label may depend */
export type LabelOf = (fieldName: string, value: unknown, related?: Record<string, unknown>) => string | undefined;

/** What the kit asks of the product whose pages it shows. */
interface Host {
  /** Undefined for a name that the product does not know. */
  fieldOf(name: string): KitField | undefined;
  isStatusField(fieldName: string): boolean;
  statusLook(fieldName: string, value: string): StatusLook;
  /** The label of a code, as far as it is known without a call. */
  codeLabel(fieldName: string, value: unknown): string | undefined;
  /** Values that a person may want, of a field that takes others too. */
  suggestionsFor(fieldName: string): readonly { code: string; label: string }[] | undefined;
  /** The labels of these fields' codes, once their lists have loaded. */
  useLabels(fieldNames: readonly string[]): { labelOf: LabelOf; isLoading: boolean };
  useToday(): DateText;
  /** The name of a day on which no bank works. */
  holidayOf(date: DateText): string | undefined;
  /** Why this person may not do it. */
  useForbidden(operation: keyof KitOperations | undefined): string | undefined;
  /** Keeps that a masked value is shown. @throws Error with a sentence for the person */
  useUnmask(): (label: string) => Promise<void>;
  /** What the window's title ends with. */
  useTitleEnd(): readonly string[];
  ErrorState: ComponentType<{ error: unknown; retry?: () => void }>;
  /** What is to know about the answers that a page shows. */
  PageNotices: ComponentType;
}

export const host = {} as Host;

/** Once, before anything is rendered. */
export const fillKit = (given: Host): void => void Object.assign(host, given);

/** A field's label, or its name. */
export const labelFor = (fieldName: string): string => host.fieldOf(fieldName)?.label ?? fieldName;
