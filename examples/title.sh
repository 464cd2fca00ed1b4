#!/bin/sh
# Titles of topics from a language model behind an HTTP service, for manifact --title-command:
#
#   manifact cluster mails/ -k 20 -o topics \
#     --title-command "examples/title.sh http://localhost:8080/v1/chat/completions"
#
# Reads what is known of a topic, or of several below one parent, as JSON and prints a title. The
# service is one with the interface for chats that llama.cpp, vLLM and others have;
# MODEL names the model, and TOKEN is sent if it is set. Needs curl and jq.
set -eu

service=$1
question=$(jq --arg model "${MODEL:-default}" '{
  model: $model,
  temperature: 0,
  messages: [
    {role: "system", content: ("You name a group of documents. Answer with a title of two to "
      + "five words and nothing else. It must differ from the titles that are taken.")},
    {role: "user", content: ("Terms: " + (.terms | join(", "))
      + "\nPhrases: " + (.phrases | join(", "))
      + (if .kind == "parent" then "\nIt consists of: " + (.titles | join("; ")) else "" end)
      + "\nDocuments:\n" + ([.documents[] | "- " + (.text // .id // "")[0:500]] | join("\n"))
      + "\nTaken: " + (.taken | join("; ")))}]}')
answer=$(printf '%s' "$question" |
  curl --silent --show-error --fail --max-time 50 --header 'Content-Type: application/json' \
    ${TOKEN:+--header "Authorization: Bearer $TOKEN"} --data-binary @- "$service")
printf '%s' "$answer" |
  jq --raw-output --exit-status '.choices[0].message.content | gsub("^[\\s\"]+|[\\s\".]+$"; "")'
