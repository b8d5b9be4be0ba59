/**
 * Things that are made for another thing: of `notebook case` the case is sold, whatever shelf the merchant puts it on.
 * By language, folded; compounds in one word (`laptoptasche`) need no list.
 */
import { fold } from '../../../search/text/fold.ts';

const byLanguage = new Map<string, string>([
  [
    'en',
    'case bag sleeve backpack briefcase cover pouch holster stand mount holder bracket dock charger cable cord adapter strap ' +
      'band ribbon tray cassette roller kit fuser drum toner cartridge ink paper label protector film skin filter lens ' +
      'lock hinge keyboard battery memory lamp bulb screen tripod cleaner cooler fan desk table chair rack cabinet shelf ' +
      'trolley cart hanger cushion mat pad pouch arm handle lid',
  ],
  [
    'fr',
    'coque housse etui sacoche sac support chargeur cable adaptateur bracelet ruban cartouche batterie verre film filtre pied',
  ],
  [
    'es',
    'funda carcasa estuche bolsa mochila soporte cargador cable adaptador correa cinta cartucho bateria protector pelicula filtro',
  ],
  [
    'it',
    'custodia cover borsa zaino supporto caricabatterie cavo adattatore cinturino nastro cartuccia batteria pellicola filtro',
  ],
  [
    'pt',
    'capa bolsa mochila suporte carregador cabo adaptador pulseira fita cartucho bateria pelicula filtro',
  ],
]);

const sets = new Map(
  [...byLanguage].map(([language, words]) => [language, new Set(fold(words).split(' '))] as const),
);

/** Whether a folded word of a language names such a thing, one or several. */
export function isAccessory(word: string, language: string): boolean {
  const known = sets.get(language);
  return known !== undefined && (known.has(word) || (word.endsWith('s') && known.has(word.slice(0, -1))));
}
