// A discord.js bot with seven small commands. It prints one line a step, in the same words as
// conversation.py, and writes to stderr whatever discord.js complains about.
//
// Usage: node conversation.mjs <address of the API, without its version> <token>

import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ButtonBuilder,
  ButtonStyle,
  Client,
  ContainerBuilder,
  Events,
  GatewayIntentBits,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  RESTEvents,
  SectionBuilder,
  SeparatorBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";

const [api, token] = process.argv.slice(2);
const say = (step, words) => console.log(`${step}: ${words}`);
const complain = (source, words) => process.stderr.write(`${source}: ${words}\n`);

const COMMANDS = [
  {
    name: "hello",
    description: "Greets somebody",
    options: [
      {
        name: "who",
        description: "Whom",
        type: ApplicationCommandOptionType.User,
        required: true,
      },
    ],
  },
  { name: "counter", description: "Counts presses" },
  { name: "slow", description: "Thinks first" },
  { name: "form", description: "Asks for an amount" },
  { name: "layout", description: "Shows Components V2" },
  { name: "post", description: "Posts, edits and deletes" },
  { name: "bye", description: "Ends the conversation" },
];

const button = (id, label) =>
  new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);
const row = (...parts) => new ActionRowBuilder().addComponents(...parts);
const text = (content) => new TextDisplayBuilder().setContent(content);
const kinds = (parts) => parts.map((part) => part.type).join(" ");

const layout = (title) =>
  new ContainerBuilder()
    .setAccentColor(0x2ecc71)
    .addSectionComponents(
      new SectionBuilder()
        .addTextDisplayComponents(text(title))
        .setButtonAccessory(button("again", "Again")),
    )
    .addSeparatorComponents(new SeparatorBuilder())
    .addTextDisplayComponents(text("the end"));

const amount = () =>
  new ModalBuilder()
    .setCustomId("amounts")
    .setTitle("An amount")
    .addLabelComponents(
      new LabelBuilder()
        .setLabel("How many?")
        .setTextInputComponent(
          new TextInputBuilder().setCustomId("amount").setStyle(TextInputStyle.Short),
        ),
    );

const acts = {
  async hello(interaction) {
    const who = interaction.options.getMember("who");
    await interaction.reply(`Hello ${who.displayName}!`);
    say("hello", `${interaction.member.displayName} greets ${who.displayName}`);
  },

  async counter(interaction) {
    const components = [row(button("count:0", "More"))];
    const answer = await interaction.reply({ content: "0", components, withResponse: true });
    say("counter", `shows ${answer.resource.message.content}`);
  },

  async count(interaction) {
    const count = Number(interaction.message.content) + 1;
    await interaction.update({
      content: `${count}`,
      components: [row(button(`count:${count}`, "More"))],
    });
    say("counter", `${count} after ${interaction.member.displayName}`);
  },

  async slow(interaction) {
    await interaction.deferReply();
    say("slow", "deferred");
    const edited = await interaction.editReply("done");
    say("slow", `edited to ${edited.content}`);
    const extra = await interaction.followUp({ content: "psst", flags: MessageFlags.Ephemeral });
    say("slow", `followed by ${extra.content}`);
  },

  async form(interaction) {
    await interaction.showModal(amount());
    say("form", "opened");
  },

  async amounts(interaction) {
    const given = interaction.fields.getTextInputValue("amount");
    await interaction.reply(`You said ${given}.`);
    say("form", `${interaction.member.displayName} said ${given}`);
  },

  async layout(interaction) {
    const answer = await interaction.reply({
      flags: MessageFlags.IsComponentsV2,
      components: [layout("one")],
      withResponse: true,
    });
    say("layout", `shows ${kinds(answer.resource.message.components[0].components)}`);
  },

  async again(interaction) {
    const section = interaction.message.components[0].components[0];
    await interaction.deferUpdate();
    const edited = await interaction.editReply({ components: [layout("two")] });
    const now = edited.components[0].components[0];
    say("layout", `${section.components[0].content} became ${now.components[0].content}`);
  },

  async post(interaction) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const files = [{ attachment: Buffer.from("an ace"), name: "card.txt" }];
    const message = await interaction.channel.send({ content: "first", files });
    const file = message.attachments.first();
    say("post", `${message.content}, with ${file.name} of ${file.size} bytes`);
    say("post", (await message.edit("second")).content);
    await message.delete();
    say("post", "deleted");
    await interaction.editReply("posted");
  },

  async bye(interaction) {
    await interaction.reply("Bye!");
    say("bye", "leaving");
    await client.destroy();
  },
};

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });

client.once(Events.ClientReady, async () => {
  const server = client.guilds.cache.first();
  say("ready", `${client.user.username} in ${server.name}`);
  const registered = await client.application.commands.set(COMMANDS);
  say("commands", registered.map((command) => command.name).sort().join(" "));
});

client.on(Events.InteractionCreate, (interaction) => {
  const name = interaction.commandName ?? interaction.customId.split(":")[0];
  acts[name](interaction).catch((error) => complain(name, error.stack));
});
client.on(Events.ChannelCreate, (channel) => say("replayed", `#${channel.name} is new`));
client.on(Events.ShardResume, (id) => say("resumed", `shard ${id}`));

for (const event of [Events.Warn, Events.Error, Events.ShardError, Events.Invalidated]) {
  client.on(event, (words) => complain(event, words));
}
for (const event of [RESTEvents.InvalidRequestWarning, RESTEvents.RateLimited]) {
  client.rest.on(event, (about) => complain(event, JSON.stringify(about)));
}
client.on(Events.Debug, (words) => {
  if (/unknown|unexpected|unhandled|invalid|malformed|failed|error/i.test(words)) {
    complain(Events.Debug, words);
  }
});

await client.login(token);
