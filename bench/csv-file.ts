/** A CSV file of invented products, written once to a folder and the same for everybody who reads it. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createRandom, pick } from './random.ts';

export const brands = [
  'Acme',
  'Nordwind',
  'Kestrel',
  'Brightline',
  'Oakfield',
  'Zephyr',
  'Lumina',
  'Terrano',
];
export const things = [
  'Running Shoe',
  'Coffee Grinder',
  'Desk Lamp',
  'Backpack',
  'Rain Jacket',
  'Wireless Mouse',
  'Kettle',
];
const colors = ['red', 'blue', 'green', 'black', 'white', 'yellow'];
export const materials = ['cotton', 'steel', 'oak', 'leather', 'glass', 'wool'];
const header = 'external_id,title,price,url,category,brand,image_url,in_stock,description,attributes\r\n';

/** About 300 bytes a row, with quoted cells, commas in them, and every tenth product out of stock. */
export async function writeCsvFile(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  const random = createRandom(rows);
  let text = header;
  for (let row = 0; row < rows; row += 1) {
    const [brand, thing] = [pick(brands, random), pick(things, random)];
    const [color, material] = [pick(colors, random), pick(materials, random)];
    const model = `${thing.slice(0, 2).toUpperCase()}-${1_000 + Math.floor(random() * 9_000)}`;
    text +=
      `sku-${row},"${brand} ${thing} ${model}, ${color}",${(5 + random() * 500).toFixed(2)},` +
      `https://shop.example.com/p/${row},Home > ${thing}s > ${material},${brand},` +
      `https://img.example.com/${row}.jpg,${row % 10 === 0 ? 'no' : 'yes'},` +
      `"A ${color} ${thing.toLowerCase()} of ${material} by ${brand}, made to last and easy to care for.",` +
      `color: ${color}; material: ${material}; size: ${Math.floor(random() * 40)}\r\n`;
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'finish');
}
