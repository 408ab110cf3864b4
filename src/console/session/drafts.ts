import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { currentSubject } from '#console/api/auth.ts';
import { useTenant } from '#console/api/tenant.ts';
import { fieldOf } from '#contract/fields.ts';

const storageKey = (...parts: string[]) => `draft:${parts.map(encodeURIComponent).join(':')}`;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** The fields that differ from the form's defaults, null for an emptied one; never one that is marked sensitive. */
const typedValues = (values: FieldValues, defaults: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([fieldName]) => !fieldOf(fieldName)?.sensitive)
      .map(([fieldName, value]) => [fieldName, isEmpty(value) ? null : (value as unknown)])
      .filter(
        ([fieldName, value]) =>
          value !== (isEmpty(defaults[fieldName as string]) ? null : defaults[fieldName as string]),
      ),
  );

function stored(key: string): FieldValues | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as FieldValues) : undefined;
  } catch {
    return undefined;
  }
}

export interface Draft {
  /** True while what is on screen came from an earlier visit: show "Restored what you typed · Discard". */
  restored: boolean;
  /** Empties the form to its defaults and forgets the draft. */
  discard(): void;
  /** Forgets the draft, the form staying as it is: after what was typed has been stored. */
  clear(): void;
}

/**
 * Keeps what is typed into a form in sessionStorage, so that it outlives a reload, an expired session and going away and
 * back. A draft belongs to the person, merchant and product it was typed under.
 *
 * @param page which form, e.g. `mandate-create` or `client-edit/C-17`; nothing is kept without one
 */
export function useDraft<V extends FieldValues>(page: string | undefined, form: UseFormReturn<V>): Draft {
  const { merchant, product } = useTenant();
  const key = page && storageKey(currentSubject(), merchant, product, page);
  const { subscribe, setValue, reset } = form;
  const [restored, setRestored] = useState(false);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; typed: FieldValues } | undefined>(undefined);

  useEffect(() => {
    if (!key) return;
    const draft = stored(key);
    if (draft) {
      // Over the defaults and dirty, so that an edit form still sends what was touched before the reload.
      for (const [fieldName, value] of Object.entries(draft))
        setValue(fieldName as Path<V>, (value ?? undefined) as PathValue<V, Path<V>>, { shouldDirty: true });
      setRestored(true);
    }
    const save = () => {
      if (!pending.current) return;
      clearTimeout(pending.current.timer);
      const { typed } = pending.current;
      pending.current = undefined;
      if (Object.keys(typed).length > 0) sessionStorage.setItem(key, JSON.stringify(typed));
      else sessionStorage.removeItem(key);
    };
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        clearTimeout(pending.current?.timer);
        pending.current = { timer: setTimeout(save, 300), typed: typedValues(values, defaultValues ?? {}) };
      },
    });
    addEventListener('pagehide', save);
    return () => {
      save();
      removeEventListener('pagehide', save);
      stop();
    };
  }, [key, subscribe, setValue]);

  const clear = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current = undefined;
    if (key) sessionStorage.removeItem(key);
    setRestored(false);
  }, [key]);
  const discard = useCallback(() => {
    reset();
    clear();
  }, [reset, clear]);
  return { restored, discard, clear };
}
