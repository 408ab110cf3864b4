import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { currentSubject } from '#console/api/auth.ts';
import { useTenant } from '#console/api/tenant.ts';
import { fieldOf } from '#contract/fields.ts';
import { sessionStore } from '#kit/base/storage.ts';

/** By person, merchant, product and page. Sign-out deletes all. */
export const storageKey = (...parts: string[]) => `draft:${parts.map(encodeURIComponent).join(':')}`;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Null if emptied; never sensitive fields. */
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

export function storedDraft(key: string): FieldValues | undefined {
  try {
    const value: unknown = JSON.parse(sessionStore.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as FieldValues) : undefined;
  } catch {
    return undefined;
  }
}

interface Draft {
  /** Show "Restored what you typed · Discard". */
  restored: boolean;
  /** Resets the form. */
  discard(): void;
  /** Keeps the form. */
  clear(): void;
}

/**
 * Keeps a form's values in sessionStorage across reloads, expired sessions and navigation, per person, merchant and
 * product.
 * @param page e.g. `mandate-create` or `client-edit/C-17`; without it nothing is kept
 */
export function useDraft<V extends FieldValues>(page: string | undefined, form: UseFormReturn<V>): Draft {
  const { merchant, product } = useTenant();
  const key = page && storageKey(currentSubject(), merchant, product, page);
  const { subscribe, setValue, reset } = form;
  const [restored, setRestored] = useState(false);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; typed: FieldValues } | undefined>(undefined);

  useEffect(() => {
    if (!key) return;
    const draft = storedDraft(key);
    if (draft) {
      // Set as dirty over the defaults, so that an edit form still sends them.
      for (const [fieldName, value] of Object.entries(draft))
        setValue(fieldName as Path<V>, (value ?? undefined) as PathValue<V, Path<V>>, { shouldDirty: true });
      setRestored(true);
    }
    const save = () => {
      if (!pending.current) return;
      clearTimeout(pending.current.timer);
      const { typed } = pending.current;
      pending.current = undefined;
      if (Object.keys(typed).length > 0) sessionStore.setItem(key, JSON.stringify(typed));
      else sessionStore.removeItem(key);
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
    if (key) sessionStore.removeItem(key);
    setRestored(false);
  }, [key]);
  const discard = useCallback(() => {
    reset();
    clear();
  }, [reset, clear]);
  return { restored, discard, clear };
}
