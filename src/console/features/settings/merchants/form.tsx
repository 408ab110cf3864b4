import { useState } from 'react';
import { readAccess } from '#console/api/access.ts';
import { useSettingsChange, useSettingsNow } from '#console/api/settings.ts';
import type { Merchant } from '#contract/settings-records.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { faultOf } from '../faults.ts';
import { SettingsForm, useInputs } from '../settings-form.tsx';
import { useStoredChange } from '../stored-change.tsx';

/** Adds a merchant, or changes the given one. */
export function MerchantForm(props: {
  merchant?: Merchant;
  /** Of the service. */
  products: readonly string[];
  onClose: () => void;
}) {
  const { merchant, products, onClose } = props;
  const add = useSettingsChange('merchantAdd');
  const edit = useSettingsChange('merchantEdit');
  const change = merchant ? edit : add;
  const { texts, input } = useInputs({ Number: '', Name: merchant?.Name ?? '' }, change.error);
  const [chosen, setChosen] = useState<readonly string[]>(merchant?.Products ?? products);
  const readMerchants = useSettingsNow('merchantsList');
  const storedChange = useStoredChange({
    save: edit,
    stored: { Name: merchant?.Name ?? '', Products: merchant?.Products ?? [] },
    isEditing: true,
    readNow: async () => {
      const now = (await readMerchants()).Merchants.find((it) => it.Number === merchant?.Number);
      return now && { Name: now.Name, Products: now.Products };
    },
    textOf: (it) => `${it.Name}, ${it.Products.join(', ')}`,
  });
  // The merchants of this sign-in are read once; the switch above lists the new one from now on.
  const done = () => void readAccess().finally(onClose);
  const submit = () => {
    const body = { Name: texts.Name.trim(), Products: [...chosen] };
    if (merchant)
      void storedChange.send(body, () => edit.mutate({ path: { number: merchant.Number }, body }, { onSuccess: done }));
    else add.mutate({ body: { ...body, Number: texts.Number.trim() } }, { onSuccess: done });
  };
  return (
    <SettingsForm
      title={merchant ? `Edit ${merchant.Name}` : 'Add a merchant'}
      size="s"
      fields={['Number', 'Name', 'Products']}
      change={{ ...change, isPending: change.isPending || storedChange.isReading }}
      save={merchant ? 'Save' : 'Add'}
      saving={storedChange.isReading ? 'Checking…' : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {!merchant && (
        <PlainInput
          label="Merchant number"
          required
          hint="Letters and digits, at most 20. It can’t be changed later."
          {...input('Number')}
        />
      )}
      <PlainInput label="Name" required {...input('Name')} />
      <div role="group" aria-label="Products">
        <Muted>Products</Muted>
        {products.map((product) => (
          <CheckBox
            key={product}
            label={product}
            isOn={chosen.includes(product)}
            onChange={(isOn) => setChosen(isOn ? [...chosen, product] : chosen.filter((it) => it !== product))}
          />
        ))}
        {storedChange.notice}
        {faultOf(change.error, 'Products') && <Notice tone="error">Choose at least one product.</Notice>}
      </div>
    </SettingsForm>
  );
}
