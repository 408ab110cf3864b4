import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { later } from '#console/kit/ui/later.tsx';
import { Page } from '#console/kit/ui/page.tsx';

const MerchantForm = later(async () => (await import('#console/features/settings/merchants/form.tsx')).MerchantForm);

/** Before there is a merchant there is no page where one could be added. */
export function FirstMerchant() {
  const { products } = useConfig();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <Page title="No merchants yet" lead="Add the first one. Then invite people in its settings.">
      <Button variant="contained" sx={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        Add a merchant
      </Button>
      {isOpen && (
        <MerchantForm
          products={products}
          onClose={() => {
            setOpen(false);
            // Leads to the new merchant, or back here.
            void navigate('/', { replace: true });
          }}
        />
      )}
    </Page>
  );
}
